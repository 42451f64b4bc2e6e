//! Which file system a folder is on. Linux names it in `/proc/self/mountinfo`; other systems are not read.

use std::path::Path;

use serde::Serialize;

/// A file system as the kernel reports it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "PascalCase")]
pub struct FileSystem {
    /// What its durability depends on.
    pub kind: FileSystemKind,
    /// Its type, such as `ext4`; absent where the system does not name it.
    pub name: Option<String>,
    /// The device or server.
    pub source: Option<String>,
    /// Options of the mount and of the file system.
    pub options: Vec<String>,
    /// Whether the kernel takes the device for one with a volatile cache (`write back`) and sends flushes, or for one
    /// without (`write through`).
    pub write_cache: Option<String>,
    /// Whether the kernel takes the device for a rotating disk.
    pub rotational: Option<bool>,
}

/// What the durability of a file system depends on.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub enum FileSystemKind {
    /// A device of this computer.
    Local,
    /// Memory: nothing is durable.
    Memory,
    /// A server.
    Network,
    /// Another file system below it, such as `overlay` or a FUSE program.
    Layered,
    /// Not known.
    #[default]
    Unknown,
}

#[cfg(target_os = "linux")]
pub(super) fn of(folder: &Path) -> FileSystem {
    let mounts = std::fs::read_to_string("/proc/self/mountinfo").unwrap_or_default();
    let Some(mount) = find(&mounts, folder) else { return FileSystem::default() };
    // Of a partition the queue is in the folder of the whole disk.
    let read = |name: &str| {
        let device = Path::new("/sys/dev/block").join(&mount.device);
        [device.join("queue").join(name), device.join("../queue").join(name)]
            .iter()
            .find_map(|path| std::fs::read_to_string(path).ok())
            .map(|text| text.trim().to_owned())
    };
    FileSystem {
        write_cache: read("write_cache"),
        rotational: read("rotational").map(|text| text == "1"),
        kind: kind_of(&mount.name),
        name: Some(mount.name),
        source: Some(mount.source),
        options: mount.options,
    }
}

#[cfg(not(target_os = "linux"))]
pub(super) fn of(_folder: &Path) -> FileSystem {
    FileSystem::default()
}

#[cfg_attr(not(target_os = "linux"), allow(dead_code, reason = "only Linux has the file"))]
#[derive(Debug, PartialEq, Eq)]
struct Mount {
    /// `MAJOR:MINOR`.
    device: String,
    name: String,
    source: String,
    options: Vec<String>,
}

/// The mount with the longest path above `folder`; of several at the same path the last, which hides the others.
#[cfg_attr(not(target_os = "linux"), allow(dead_code, reason = "only Linux has the file"))]
fn find(mounts: &str, folder: &Path) -> Option<Mount> {
    let mut found: Option<(usize, Mount)> = None;
    for (length, mount) in mounts.lines().filter_map(|line| {
        let (point, mount) = parse(line)?;
        folder.starts_with(&point).then(|| (Path::new(&point).components().count(), mount))
    }) {
        if found.as_ref().is_none_or(|(longest, _)| length >= *longest) {
            found = Some((length, mount));
        }
    }
    found.map(|(_, mount)| mount)
}

/// `36 35 98:0 /root /mount/point rw,noatime shared:1 - ext4 /dev/sda1 rw,errors=continue`
fn parse(line: &str) -> Option<(String, Mount)> {
    let (before, behind) = line.split_once(" - ")?;
    let mut fields = before.split(' ').skip(2);
    let (device, point, options) = (fields.next()?, fields.nth(1)?, fields.next()?);
    let mut last = behind.split(' ');
    let (name, source, more) = (last.next()?, last.next()?, last.next().unwrap_or_default());
    let mut all: Vec<String> = Vec::new();
    for option in options.split(',').chain(more.split(',')).filter(|option| !option.is_empty()) {
        if all.iter().all(|known| known != option) {
            all.push(option.to_owned());
        }
    }
    let mount =
        Mount { device: device.to_owned(), name: name.to_owned(), source: unescaped(source), options: all };
    Some((unescaped(point), mount))
}

/// The kernel writes space, tab, line feed and backslash as octal numbers.
fn unescaped(text: &str) -> String {
    [("\\040", " "), ("\\011", "\t"), ("\\012", "\n"), ("\\134", "\\")]
        .iter()
        .fold(text.to_owned(), |text, (from, to)| text.replace(from, to))
}

#[cfg_attr(not(target_os = "linux"), allow(dead_code, reason = "only Linux names the type"))]
fn kind_of(name: &str) -> FileSystemKind {
    match name {
        "tmpfs" | "ramfs" | "devtmpfs" | "hugetlbfs" => FileSystemKind::Memory,
        "nfs" | "nfs4" | "cifs" | "smb3" | "smbfs" | "9p" | "ceph" | "glusterfs" | "lustre" | "gfs2"
        | "ocfs2" | "afs" | "virtiofs" | "fuse.sshfs" | "fuse.glusterfs" | "fuse.s3fs" | "fuse.ceph"
        | "beegfs" => FileSystemKind::Network,
        "ext2" | "ext3" | "ext4" | "xfs" | "btrfs" | "zfs" | "f2fs" | "bcachefs" | "jfs" | "reiserfs"
        | "vfat" | "exfat" | "ntfs" | "ntfs3" | "fuseblk" | "hfsplus" | "nilfs2" => FileSystemKind::Local,
        name if name == "overlay" || name == "ecryptfs" || name.starts_with("fuse") => {
            FileSystemKind::Layered
        }
        _ => FileSystemKind::Unknown,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MOUNTS: &str = "\
22 1 254:0 / / rw,relatime - ext4 /dev/vda rw,discard
23 22 0:21 / /dev/shm rw,nosuid - tmpfs tmpfs rw
24 22 8:1 / /mnt/my\\040disk rw shared:1 - xfs /dev/sda1 rw,nobarrier
25 22 0:44 / /mnt/share rw shared:2 master:1 - nfs4 server:/export rw,vers=4.2
26 22 0:45 / /mnt/share rw - overlay overlay rw,lowerdir=/a,volatile
not a line of this file
";

    #[test]
    fn the_mount_nearest_to_a_folder_is_found() {
        let name = |path: &str| find(MOUNTS, Path::new(path)).map(|mount| (mount.name, mount.source));
        let pair = |name: &str, source: &str| Some((name.to_owned(), source.to_owned()));
        assert_eq!(name("/home/x"), pair("ext4", "/dev/vda"));
        assert_eq!(name("/dev/shm"), pair("tmpfs", "tmpfs"));
        assert_eq!(name("/dev/shmoo"), pair("ext4", "/dev/vda"));
        assert_eq!(name("/mnt/my disk/data"), pair("xfs", "/dev/sda1"));
        // Mounted over the other one.
        assert_eq!(name("/mnt/share/a"), pair("overlay", "overlay"));
        let xfs = find(MOUNTS, Path::new("/mnt/my disk")).unwrap();
        assert_eq!((xfs.device.as_str(), xfs.options.join(" ")), ("8:1", "rw nobarrier".to_owned()));
        assert_eq!(find("", Path::new("/")), None);
    }

    #[test]
    fn kinds_follow_from_the_type() {
        let kinds = ["tmpfs", "nfs4", "ext4", "overlay", "fuse.mergerfs", "something"].map(kind_of);
        assert_eq!(
            kinds,
            [
                FileSystemKind::Memory,
                FileSystemKind::Network,
                FileSystemKind::Local,
                FileSystemKind::Layered,
                FileSystemKind::Layered,
                FileSystemKind::Unknown
            ]
        );
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn this_system_names_its_file_systems() {
        let folder = tempfile::tempdir().unwrap();
        assert!(of(&folder.path().canonicalize().unwrap()).name.is_some());
        if Path::new("/dev/shm").is_dir() {
            assert_eq!(of(Path::new("/dev/shm")).kind, FileSystemKind::Memory);
        }
    }
}
