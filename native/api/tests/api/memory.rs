/// Only Linux reports the mappings of a process.
#[cfg(target_os = "linux")]
#[tokio::test]
async fn memory_is_reported_by_file_and_never_as_what_does_not_exist() {
    let sandbox = crate::sandbox::Sandbox::new().await;
    let stats =
        sandbox.get("/admin/debug/memory/stats?includeThreads=false&includeMappings=true").await.json();
    let information = stats["MemoryInformation"].as_object().unwrap();
    assert!(information["WorkingSet"].as_str().unwrap().ends_with("Bytes"));
    for absent in ["ManagedAllocations", "UnmanagedAllocations", "EncryptionBuffersInUse", "DirtyMemory"] {
        assert!(!information.contains_key(absent), "{absent}");
    }
    let program = std::env::current_exe().unwrap();
    let directory = stats["Mappings"]
        .as_array()
        .unwrap()
        .iter()
        .find(|each| each["Directory"] == program.parent().unwrap().to_str().unwrap())
        .unwrap();
    let file = &directory["Details"][program.file_name().unwrap().to_str().unwrap()];
    assert!(file["TotalMapped"].as_u64().unwrap() > 0);
    let short = sandbox.get("/admin/debug/memory/stats?includeMappings=false").await.json();
    assert!(short.get("Mappings").is_none());

    let smaps = sandbox.get("/admin/debug/memory/smaps").await.json();
    let resident = smaps["Totals"]["WorkingSet"].as_u64().unwrap();
    assert!(resident > 1024 * 1024, "{resident}");
    assert!(smaps["Details"].as_array().unwrap().iter().any(|each| each["File"] == "[stack]"));
    assert_eq!(sandbox.get("/admin/debug/memory/gc").await.status, 400);
}
