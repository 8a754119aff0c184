//! Files on disk (02 §2.1–2.3).

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use rustix::fs::{CWD, Mode, OFlags};
use rustix::io::retry_on_intr;

use super::{Located, Source, Unreadable, lexical};

/// The largest layer that is read, in bytes (256 MiB). A larger file counts as unreadable. The
/// answer that holds its text may be several times as large.
pub const MAX_LAYER_BYTES: u64 = 256 << 20;

/// The file system, relative paths resolved against the process's working directory.
#[derive(Clone, Copy, Debug, Default)]
pub struct Disk;

impl Disk {
    fn located(absolute: &Path) -> Located {
        let spelled = lexical(absolute);
        let key = std::fs::canonicalize(&spelled).unwrap_or_else(|_| spelled.clone());
        Located { spelled, key }
    }
}

impl Source for Disk {
    fn entry(&self, path: &Path) -> Located {
        // Without a working directory a relative path stays relative and cannot be read.
        let folder = std::env::current_dir().unwrap_or_default();
        Self::located(&folder.join(path))
    }

    fn import(&self, importer: &Located, reference: &str) -> Located {
        let folder = importer
            .key
            .parent()
            .map(Path::to_path_buf)
            .unwrap_or_default();
        Self::located(&folder.join(PathBuf::from(reference)))
    }

    fn read(&self, layer: &Located) -> Result<Vec<u8>, Unreadable> {
        // The spelled path, because the links on the way decide (see `open`).
        let file = open(&layer.spelled).ok_or(Unreadable)?;
        let about = file.metadata().map_err(|_| Unreadable)?;
        if !about.is_file() || about.len() > MAX_LAYER_BYTES {
            return Err(Unreadable);
        }
        let mut content = Vec::with_capacity(about.len() as usize);
        // The limit again, for a file that grows while it is read.
        file.take(MAX_LAYER_BYTES + 1)
            .read_to_end(&mut content)
            .map_err(|_| Unreadable)?;
        if content.len() as u64 > MAX_LAYER_BYTES {
            Err(Unreadable)
        } else {
            Ok(content)
        }
    }
}

/// Opens without ever waiting: a pipe without a writer or a terminal would block an ordinary
/// open, and `/dev/stdin` and its like are links into this very process, not files of a building.
fn open(path: &Path) -> Option<File> {
    let flags = OFlags::RDONLY | OFlags::NONBLOCK | OFlags::NOCTTY | OFlags::CLOEXEC;
    #[cfg(target_os = "linux")]
    {
        use rustix::fs::{ResolveFlags, openat2};
        use rustix::io::Errno;
        let resolve = ResolveFlags::NO_MAGICLINKS;
        match retry_on_intr(|| openat2(CWD, path, flags, Mode::empty(), resolve)) {
            // An old kernel, or a sandbox that forbids this call whatever it asks for: the plain
            // one tells. Where only this file is forbidden, it refuses too.
            Err(Errno::NOSYS | Errno::PERM) => {}
            opened => return opened.ok().map(File::from),
        }
    }
    retry_on_intr(|| rustix::fs::openat(CWD, path, flags, Mode::empty()))
        .ok()
        .map(File::from)
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;

    fn read(path: &Path) -> Result<Vec<u8>, Unreadable> {
        Disk.read(&Disk.entry(path))
    }

    #[test]
    fn only_regular_files_are_read_and_nothing_blocks() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        std::fs::write(at("plain.muro"), "name a").unwrap();
        symlink("plain.muro", at("link.muro")).unwrap();
        symlink("loop.muro", at("loop.muro")).unwrap();
        symlink("/dev/stdin", at("stdin.muro")).unwrap();
        rustix::fs::mknodat(
            CWD,
            at("pipe.muro"),
            rustix::fs::FileType::Fifo,
            Mode::RWXU,
            0,
        )
        .unwrap();
        assert_eq!(read(&at("plain.muro")).as_deref(), Ok(&b"name a"[..]));
        assert_eq!(read(&at("link.muro")).as_deref(), Ok(&b"name a"[..]));
        for bad in [
            "none.muro",
            "loop.muro",
            "stdin.muro",
            "pipe.muro",
            ".",
            "nul\0.muro",
        ] {
            assert_eq!(read(&at(bad)), Err(Unreadable), "{bad}");
        }
        for bad in ["/dev/stdin", "/dev/zero", "/dev/tty", "/proc/self/fd/0", ""] {
            assert_eq!(read(Path::new(bad)), Err(Unreadable), "{bad}");
        }
    }

    #[test]
    fn the_key_is_the_real_path_and_dots_are_resolved_before_links() {
        let folder = tempfile::tempdir().unwrap();
        let root = std::fs::canonicalize(folder.path()).unwrap();
        std::fs::create_dir_all(root.join("elsewhere/deep")).unwrap();
        std::fs::write(root.join("elsewhere/deep/near.muro"), "").unwrap();
        symlink("elsewhere/deep", root.join("linked")).unwrap();
        let main = Disk.entry(&root.join("main.muro"));
        assert_eq!(
            main.key,
            root.join("main.muro"),
            "a missing file is its spelled path"
        );
        let near = Disk.import(&main, "linked/near.muro/");
        assert_eq!(near.spelled, root.join("linked/near.muro"));
        assert_eq!(near.key, root.join("elsewhere/deep/near.muro"));
        assert_eq!(
            Disk.import(&near, "x.muro").spelled,
            root.join("elsewhere/deep/x.muro")
        );
        assert_eq!(
            Disk.import(&main, "./linked/../x.muro").spelled,
            root.join("x.muro")
        );
        assert_eq!(Disk.import(&main, "/a//b/./c").spelled, Path::new("/a/b/c"));
    }
}
