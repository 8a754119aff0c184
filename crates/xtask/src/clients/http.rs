//! The same clients over HTTP, against two servers: the one of 250 tools, and the one with one of
//! everything, which asks and reports.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use super::{ClientsError, PYTHON, SCRIPT, TYPESCRIPT, build_example, io_error, run_command};

/// A server on a free port, which ends with this value.
pub struct Server {
    child: Child,
    /// Where it listens.
    pub url: String,
}

impl Server {
    /// Builds an example of `mcp-proto` and starts it with some arguments.
    ///
    /// # Errors
    /// It cannot be built or started, or does not say where it listens.
    pub fn start(
        repository: &Path,
        example: &str,
        arguments: &[&str],
    ) -> Result<Self, ClientsError> {
        let program = build_example(repository, example)?;
        let what = program.display().to_string();
        let mut child = Command::new(&program)
            .args(arguments)
            .stderr(Stdio::piped())
            .spawn()
            .map_err(|source| io_error(&what, source))?;
        let url = child.stderr.take().and_then(|stderr| {
            let mut lines = BufReader::new(stderr).lines();
            let url = lines.find_map(|line| {
                let line = line.ok()?;
                line.strip_prefix("listening on ").map(ToOwned::to_owned)
            });
            // Whatever else it says is read, so that it never waits.
            std::thread::spawn(move || lines.for_each(drop));
            url
        });
        // From here on the child ends with this value.
        let server = Self {
            child,
            url: url.unwrap_or_default(),
        };
        match server.url.is_empty() {
            true => Err(ClientsError::Failed(what)),
            false => Ok(server),
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Runs the clients that are installed in the folder; gives the names of those that got along.
pub(super) fn run(repository: &Path, target: &Path) -> Result<Vec<String>, ClientsError> {
    let many = Server::start(repository, "many", &["127.0.0.1:0"])?;
    let everything = Server::start(repository, "everything", &["--listen", "127.0.0.1:0"])?;
    let scripts = repository.join("crates/xtask/clients");
    let urls = [&many.url, &everything.url];
    let mut passed = Vec::new();
    for (folder, _, script) in PYTHON {
        let python = target.join(folder).join("bin/python");
        run_command(Command::new(python).arg(scripts.join(script)).args(urls))?;
        passed.push(format!("{folder} over HTTP"));
    }
    let script = target.join("typescript").join(SCRIPT);
    run_command(Command::new("node").arg(script).args(urls))?;
    passed.push(format!("TypeScript {TYPESCRIPT} over HTTP"));
    Ok(passed)
}
