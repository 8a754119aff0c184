//! What keeps a server from being started (REG-3, REG-4).

use std::fmt;

/// One problem: which entry, and what is wrong with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RegistrationError {
    pub(crate) entry: String,
    pub(crate) reason: String,
}

impl RegistrationError {
    /// The entry, such as `tool search_posts`.
    pub fn entry(&self) -> &str {
        &self.entry
    }

    /// What is wrong with it.
    pub fn reason(&self) -> &str {
        &self.reason
    }
}

impl fmt::Display for RegistrationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.entry, self.reason)
    }
}

impl std::error::Error for RegistrationError {}

/// Every problem that was found, at least one, in the order of the registrations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RegistrationErrors {
    pub(crate) errors: Vec<RegistrationError>,
}

impl RegistrationErrors {
    /// The problems.
    pub fn iter(&self) -> impl Iterator<Item = &RegistrationError> {
        self.errors.iter()
    }
}

impl fmt::Display for RegistrationErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the server cannot be started")?;
        for error in &self.errors {
            write!(f, "\n  {error}")?;
        }
        Ok(())
    }
}

impl std::error::Error for RegistrationErrors {}
