//! The methods of HTTP.

use std::fmt;

/// A method of HTTP.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Method {
    /// `GET`
    Get,
    /// `HEAD`
    Head,
    /// `POST`
    Post,
    /// `PUT`
    Put,
    /// `PATCH`
    Patch,
    /// `DELETE`
    Delete,
    /// `OPTIONS`. A route of it cannot be a tool (RT-1).
    Options,
    /// `TRACE`. A route of it cannot be a tool (RT-1).
    Trace,
}

impl Method {
    /// As it stands in a request.
    pub fn name(self) -> &'static str {
        match self {
            Self::Get => "GET",
            Self::Head => "HEAD",
            Self::Post => "POST",
            Self::Put => "PUT",
            Self::Patch => "PATCH",
            Self::Delete => "DELETE",
            Self::Options => "OPTIONS",
            Self::Trace => "TRACE",
        }
    }

    /// Whether arguments go into a body (11 §11.3).
    pub(crate) fn has_body(self) -> bool {
        matches!(self, Self::Post | Self::Put | Self::Patch)
    }

    /// Whether a route of this method can be a tool (RT-1).
    pub(super) fn can_be_tool(self) -> bool {
        !matches!(self, Self::Options | Self::Trace)
    }
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
