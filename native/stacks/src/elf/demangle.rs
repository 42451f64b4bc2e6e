//! Names as people write them, from names as linkers need them.

use cpp_demangle::{DemangleOptions, ParseOptions, Symbol};

/// Longer names are cut: no reader wants them, and demangling them can take long.
const MOST_BYTES: usize = 4096;
const RECURSION_LIMIT: u32 = 96;

/// The readable form of a linker's name; a name that is not mangled is left as it is.
pub(crate) fn readable(name: &str) -> String {
    if name.len() > MOST_BYTES {
        return cut(name, MOST_BYTES);
    }
    if let Ok(rust) = rustc_demangle::try_demangle(name) {
        // The alternate form leaves out the hash that tells two builds of the same function apart.
        return cut(&format!("{rust:#}"), MOST_BYTES);
    }
    let bare = name.split_once('@').map_or(name, |(bare, _version)| bare);
    if bare.starts_with("_Z")
        && let Some(cpp) = cpp(bare)
    {
        return cut(&cpp, MOST_BYTES);
    }
    bare.to_owned()
}

fn cpp(name: &str) -> Option<String> {
    let limits = ParseOptions::default().recursion_limit(RECURSION_LIMIT);
    let style = DemangleOptions::new().recursion_limit(RECURSION_LIMIT).no_return_type();
    Symbol::new_with_options(name, &limits).ok()?.demangle_with_options(&style).ok()
}

fn cut(text: &str, most: usize) -> String {
    if text.len() <= most {
        return text.to_owned();
    }
    let end = (0..=most).rev().find(|end| text.is_char_boundary(*end)).unwrap_or(0);
    format!("{}…", text.get(..end).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn names_of_all_kinds_become_readable() {
        for (mangled, wanted) in [
            ("_ZN4core3fmt5Write9write_fmt17h0123456789abcdefE", "core::fmt::Write::write_fmt"),
            ("_RNvCs1234_7mycrate3foo", "mycrate::foo"),
            ("_ZN2v88internal7Isolate4InitEv", "v8::internal::Isolate::Init()"),
            (
                "_ZNSt6vectorIiSaIiEE9push_backERKi",
                "std::vector<int, std::allocator<int> >::push_back(int const&)",
            ),
            ("poll@@GLIBC_2.2.5", "poll"),
            ("main", "main"),
            ("_Znonsense", "_Znonsense"),
        ] {
            assert_eq!(readable(mangled), wanted);
        }
    }

    #[test]
    fn an_endless_name_is_cut() {
        assert!(readable(&"é".repeat(100_000)).len() <= MOST_BYTES + 3);
    }

    proptest! {
        #[test]
        fn random_names_never_panic(name in "(_Z|_ZN|_R|_RNv)?[A-Za-z0-9_$.@]{0,120}") {
            let _ = readable(&name);
        }
    }
}
