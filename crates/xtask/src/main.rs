//! Tasks of the koyu workspace: `cargo xtask --help`.

use std::error::Error;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, Subcommand, ValueEnum};
use xtask::cases::Server;
use xtask::generate::Order;
use xtask::{bench, building, cases, clients, conformance, dump, golden, plan, repository};

#[derive(Parser)]
#[command(name = "xtask", about = "Tasks of the koyu workspace")]
struct Arguments {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Write the answers of the server into the golden transcripts
    Golden {
        /// Write nothing; fail when the server answers otherwise
        #[arg(long)]
        check: bool,
        /// The folder of the transcripts [default: golden/ of the repository]
        #[arg(long)]
        folder: Option<PathBuf>,
        /// The server to run [default: koyu-mcp, built anew]
        #[arg(long)]
        server: Option<PathBuf>,
    },
    /// Print a building as canonical JSON, its model in memory or its derived form
    Dump {
        /// What to print
        what: What,
        /// The entry of the building
        file: PathBuf,
    },
    /// Draw the plan of a level
    Plan {
        /// The entry of the building
        file: PathBuf,
        /// The level [default: the first one declared]
        #[arg(long)]
        level: Option<String>,
        /// Where to write it; the ending says what: .svg or .png
        #[arg(long)]
        out: PathBuf,
    },
    /// Compare cases with their expectations
    Cases {
        /// Folders with cases [default: cases/ of the repository, and those of KOYU_CASES]
        roots: Vec<PathBuf>,
    },
    /// Let clients of other people talk to servers, over stdio and over HTTP
    Clients,
    /// Run the public conformance suite against the example server of mcp-proto
    Conformance,
    /// Write a big regular building
    Generate {
        /// The number of storeys
        #[arg(long)]
        storeys: u32,
        /// The number of rooms of a storey
        #[arg(long)]
        rooms: u32,
        /// The same seed gives the same building
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// The file to write; `-` is standard output
        out: PathBuf,
    },
    /// Measure composing, canonical JSON and the derived form
    Bench {
        /// Numbers of spaces of generated buildings
        #[arg(long, value_delimiter = ',', default_value = "1000,10000,100000")]
        spaces: Vec<u32>,
        /// Rooms of a storey of generated buildings
        #[arg(long, value_delimiter = ',', default_value = "20,2000")]
        rooms: Vec<u32>,
        /// Measure these buildings instead
        files: Vec<PathBuf>,
    },
}

#[derive(Clone, Copy, ValueEnum)]
enum What {
    /// The canonical JSON, as a file
    Canonical,
    /// Every element with its fields, line and layer
    Model,
    /// The derived form
    Form,
}

fn main() -> ExitCode {
    match run(Arguments::parse().task) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            // Standard error may be gone too, and then there is nobody to tell.
            let _ = writeln!(io::stderr(), "{error}");
            ExitCode::FAILURE
        }
    }
}

/// Runs a task; false when it found what it was asked to find.
fn run(task: Task) -> Result<bool, Box<dyn Error>> {
    match task {
        Task::Golden {
            check,
            folder,
            server,
        } => {
            let repository = repository();
            let folder = folder.unwrap_or_else(|| repository.join("golden"));
            let server = match server {
                // The server starts in another folder.
                Some(server) => std::path::absolute(server)?,
                None => golden::server::build(&repository, golden::server::AS_USERS)?,
            };
            write_golden(&golden::run(&folder, &repository, &server)?, check)
        }
        Task::Dump { what, file } => {
            let model = building::read(&file)?;
            print(&match what {
                What::Canonical => dump::canonical(&model),
                What::Model => dump::model(&model),
                What::Form => dump::form(&model)?,
            })?;
            Ok(true)
        }
        Task::Plan { file, level, out } => {
            let model = building::read(&file)?;
            let texts = plan::write(&model, level.as_deref(), &out)?;
            if texts == plan::Texts::WithoutFont {
                writeln!(
                    io::stderr(),
                    "no font is installed: the picture holds no text"
                )?;
            }
            Ok(true)
        }
        Task::Cases { mut roots } => {
            if roots.is_empty() {
                roots.push(repository().join("cases"));
                roots.extend(cases::roots_of_environment());
            }
            let server = Server::new(|| {
                golden::server::build(&repository(), golden::server::AS_USERS)
                    .map_err(|error| error.to_string())
            });
            let report = cases::run(&roots, &server)?;
            print(&report.to_string())?;
            Ok(report.passed())
        }
        Task::Clients => {
            for client in clients::run(&repository())? {
                print(&format!("{client}: passed\n"))?;
            }
            Ok(true)
        }
        Task::Conformance => {
            let report = conformance::run(&repository())?;
            print(&report.to_string())?;
            Ok(report.passed())
        }
        Task::Generate {
            storeys,
            rooms,
            seed,
            out,
        } => {
            let text = Order::new(storeys, rooms, seed)?.text();
            if out.as_os_str() == "-" {
                print(&text)?;
            } else {
                std::fs::write(&out, text)
                    .map_err(|error| format!("{}: {error}", out.display()))?;
            }
            Ok(true)
        }
        Task::Bench {
            spaces,
            rooms,
            files,
        } => {
            let mut rows = Vec::new();
            for file in &files {
                rows.push(bench::file(file)?);
            }
            if files.is_empty() {
                // Small ones first: the peak of memory is that of the process.
                for spaces in spaces {
                    for rooms in &rooms {
                        rows.push(bench::generated(Order::of_spaces(spaces, *rooms, 1)?)?);
                    }
                }
            }
            print(&bench::Table(&rows).to_string())?;
            Ok(true)
        }
    }
}

/// Writes the transcripts that changed, or only tells the differences; false when there is one
/// to tell.
fn write_golden(outcomes: &[golden::Outcome], check: bool) -> Result<bool, Box<dyn Error>> {
    let mut same = true;
    for outcome in outcomes {
        let difference = outcome.difference();
        if difference.is_empty() {
            continue;
        }
        if check {
            same = false;
            print(&format!("{}:\n{difference}", outcome.path.display()))?;
        } else {
            outcome.write()?;
            print(&format!("{}: written\n", outcome.path.display()))?;
        }
    }
    let count = outcomes.len();
    print(&format!("{count} transcripts\n"))?;
    Ok(same)
}

/// The one place that writes to standard output. A reader that goes away early is no fault.
fn print(text: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    let written = out.write_all(text.as_bytes()).and_then(|()| out.flush());
    match written {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        other => other,
    }
}
