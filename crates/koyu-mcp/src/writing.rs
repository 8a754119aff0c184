//! Where a layer may be written, and writing it so that nothing is lost (07 §14).
//!
//! Everything that touches the disk goes through handles on folders, opened step by step from
//! the entry's folder without following links: a folder that is swapped for a link between the
//! check and the write cannot lead outside.

use std::fs::{self, File};
use std::io::{self, Write};
use std::os::fd::OwnedFd;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use koyu_model::lexical;
use rustix::fs::{AtFlags, CWD, FileType, Mode, OFlags, RawMode};
use rustix::io::Errno;

use crate::refusal::Refusal;

/// What every layer's name ends in.
const EXTENSION: &str = ".muro";

/// Permission bits of a new layer, before the process's mask.
const NEW_FILE: Mode = Mode::from_bits_truncate(0o666);

/// Permission bits of a new folder, before the process's mask.
const NEW_FOLDER: Mode = Mode::from_bits_truncate(0o777);

/// The permission bits that a new layer takes over from the old one.
const PERMISSIONS: Mode = Mode::from_bits_truncate(0o777);

/// How often another name is tried for the temporary file.
const NAME_TRIES: u32 = 100;

/// A layer that may be written, as far as names tell.
#[derive(Debug)]
pub(crate) struct Target {
    /// The folder of the entry, links followed; as spelled if it does not exist.
    folder: PathBuf,
    /// The layer, resolved lexically against that folder.
    path: PathBuf,
}

impl Target {
    /// Finds the target of a write and refuses what lies outside the entry's folder (steps 2 to
    /// 5 of 07 §14.1). `entry` is absolute and resolved lexically.
    ///
    /// # Errors
    /// The name does not end in `.muro`, or the target lies outside; the former first.
    pub(crate) fn new(entry: &Path, layer: &str) -> Result<Self, Refusal> {
        let folder = entry.parent().unwrap_or(entry);
        let folder = real(folder);
        let path = lexical(&folder.join(layer));
        if !path
            .as_os_str()
            .as_encoded_bytes()
            .ends_with(EXTENSION.as_bytes())
        {
            return Err(Refusal::new(format!(
                "Only {EXTENSION} files are written, and this is none: {}",
                path.display()
            )));
        }
        let target = Self { folder, path };
        if !real(target.parent()).starts_with(&target.folder) {
            return Err(target.outside());
        }
        Ok(target)
    }

    /// The target as it is told in answers: absolute, links not followed.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    fn parent(&self) -> &Path {
        self.path.parent().unwrap_or(&self.path)
    }

    fn outside(&self) -> Refusal {
        Refusal::new(format!(
            "Only files in the folder of the entry or below it are written: {} lies outside {}",
            self.path.display(),
            self.folder.display()
        ))
    }

    /// Replaces the target's content, all of it or nothing (steps 8 to 10 of 07 §14.1).
    ///
    /// # Errors
    /// The target lies outside after all; nothing has been created then. Or the file system
    /// fails; the target is as it was.
    pub(crate) fn write(&self, content: &str) -> Result<(), Refusal> {
        let system = |fault: io::Error| {
            Refusal::new(format!("Cannot write {}: {fault}", self.path.display()))
        };
        let steps = self.steps()?;
        let folder = self.open_folder().map_err(system)?;
        let folder = descend(folder, &steps).map_err(|fault| match fault {
            // A link where the check saw a folder.
            Errno::LOOP => self.outside(),
            other => system(other.into()),
        })?;
        let name = self.path.file_name().unwrap_or_default();
        replace(&folder, Path::new(name), content.as_bytes()).map_err(system)
    }

    /// The folders from the entry's folder to the target's, none of them a link.
    fn steps(&self) -> Result<Vec<PathBuf>, Refusal> {
        match eventual(self.parent()).strip_prefix(eventual(&self.folder)) {
            Ok(below) => Ok(below.iter().map(PathBuf::from).collect()),
            Err(_) => Err(self.outside()),
        }
    }

    /// A handle on the entry's folder, which is created if it is missing.
    fn open_folder(&self) -> io::Result<OwnedFd> {
        fs::create_dir_all(&self.folder)?;
        let folder = fs::canonicalize(&self.folder)?;
        Ok(rustix::fs::openat(CWD, &folder, FOLDER, Mode::empty())?)
    }
}

/// How a folder is opened: never through a link.
const FOLDER: OFlags = OFlags::RDONLY
    .union(OFlags::DIRECTORY)
    .union(OFlags::NOFOLLOW)
    .union(OFlags::CLOEXEC);

/// The real path, or the path itself if there is none.
fn real(path: &Path) -> PathBuf {
    fs::canonicalize(path).unwrap_or_else(|_| path.to_owned())
}

/// The real path that a path will have once what is missing of it is created: the real path of
/// the deepest folder that exists, and the rest as spelled.
fn eventual(path: &Path) -> PathBuf {
    let existing = path.ancestors().find_map(|ancestor| {
        let found = fs::canonicalize(ancestor).ok()?;
        Some(found.join(path.strip_prefix(ancestor).ok()?))
    });
    existing.unwrap_or_else(|| path.to_owned())
}

/// Goes down folder by folder, creating what is missing.
fn descend(mut folder: OwnedFd, steps: &[PathBuf]) -> Result<OwnedFd, Errno> {
    for step in steps {
        let open = |folder: &OwnedFd| rustix::fs::openat(folder, step, FOLDER, Mode::empty());
        let next = match open(&folder) {
            Err(Errno::NOENT) => {
                match rustix::fs::mkdirat(&folder, step, NEW_FOLDER) {
                    // Somebody else was faster.
                    Ok(()) | Err(Errno::EXIST) => {}
                    Err(fault) => return Err(fault),
                }
                rustix::fs::fsync(&folder)?;
                open(&folder)
            }
            opened => opened,
        };
        folder = match next {
            // A link is told as no folder by some systems; look again.
            Err(Errno::NOTDIR) if is_link(&folder, step) => return Err(Errno::LOOP),
            opened => opened?,
        };
    }
    Ok(folder)
}

fn is_link(folder: &OwnedFd, name: &Path) -> bool {
    rustix::fs::statat(folder, name, AtFlags::SYMLINK_NOFOLLOW)
        .is_ok_and(|about| FileType::from_raw_mode(about.st_mode as RawMode) == FileType::Symlink)
}

/// Writes a new file beside the old one and puts it in its place.
fn replace(folder: &OwnedFd, name: &Path, content: &[u8]) -> io::Result<()> {
    let (temporary, file) = create(folder)?;
    let placed = fill(folder, name, file, content)
        .and_then(|()| Ok(rustix::fs::renameat(folder, &temporary, folder, name)?));
    if placed.is_err() {
        // The first fault is the one to tell.
        let _ = rustix::fs::unlinkat(folder, &temporary, AtFlags::empty());
        return placed;
    }
    Ok(rustix::fs::fsync(folder)?)
}

/// Creates a temporary file: a short name of its own that is no layer's.
fn create(folder: &OwnedFd) -> io::Result<(PathBuf, File)> {
    static NUMBER: AtomicU32 = AtomicU32::new(0);
    let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    for _ in 0..NAME_TRIES {
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let name = PathBuf::from(format!(".koyu-{}-{number}", std::process::id()));
        match rustix::fs::openat(folder, &name, flags, NEW_FILE) {
            Err(Errno::EXIST) => {}
            created => return Ok((name, File::from(created?))),
        }
    }
    Err(Errno::EXIST.into())
}

/// Puts the content into the temporary file, with the permissions of the file it will replace.
fn fill(folder: &OwnedFd, name: &Path, mut file: File, content: &[u8]) -> io::Result<()> {
    file.write_all(content)?;
    match rustix::fs::statat(folder, name, AtFlags::SYMLINK_NOFOLLOW) {
        Ok(old) if FileType::from_raw_mode(old.st_mode as RawMode) == FileType::RegularFile => {
            // Who may read, write and run it; not set-uid, because the owner may be another.
            let bits = Mode::from_raw_mode(old.st_mode as RawMode) & PERMISSIONS;
            rustix::fs::fchmod(&file, bits)?;
        }
        Ok(_) | Err(Errno::NOENT) => {}
        Err(fault) => return Err(fault.into()),
    }
    file.sync_all()
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;

    /// The folder of an entry beside another folder, both real.
    fn folders() -> (tempfile::TempDir, PathBuf, PathBuf) {
        let folder = tempfile::tempdir().unwrap();
        let root = fs::canonicalize(folder.path()).unwrap();
        let (inside, outside) = (root.join("inside"), root.join("outside"));
        fs::create_dir_all(inside.join("sub")).unwrap();
        fs::create_dir(&outside).unwrap();
        (folder, inside, outside)
    }

    #[test]
    fn a_folder_that_became_a_link_after_the_check_leads_nowhere() {
        let (_folder, inside, outside) = folders();
        let target = Target::new(&inside.join("main.muro"), "sub/new/x.muro").unwrap();
        fs::remove_dir(inside.join("sub")).unwrap();
        symlink(&outside, inside.join("sub")).unwrap();
        let told = target.write("# x\n").unwrap_err().to_string();
        assert!(told.contains("lies outside"), "{told}");
        assert_eq!(fs::read_dir(&outside).unwrap().count(), 0);
    }

    #[test]
    fn the_way_down_follows_no_link() {
        let (_folder, inside, outside) = folders();
        symlink(&outside, inside.join("link")).unwrap();
        let open = || rustix::fs::openat(CWD, &inside, FOLDER, Mode::empty()).unwrap();
        let down = |steps: &[&str]| {
            let steps: Vec<PathBuf> = steps.iter().map(PathBuf::from).collect();
            descend(open(), &steps).map(|_| ())
        };
        assert_eq!(down(&["link"]), Err(Errno::LOOP));
        assert_eq!(down(&["link", "new"]), Err(Errno::LOOP));
        assert_eq!(down(&["sub", "new"]), Ok(()));
        assert!(inside.join("sub/new").is_dir());
        assert_eq!(fs::read_dir(&outside).unwrap().count(), 0);
    }

    #[test]
    fn paths_that_do_not_exist_yet_resolve_as_far_as_they_do() {
        let (_folder, inside, outside) = folders();
        symlink(&outside, inside.join("link")).unwrap();
        assert_eq!(eventual(&inside.join("link/a/b")), outside.join("a/b"));
        assert_eq!(eventual(&inside.join("sub")), inside.join("sub"));
    }
}
