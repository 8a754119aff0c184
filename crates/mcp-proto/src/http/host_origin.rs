//! Who may be behind a request (HTTP-1, HTTP-2): the defence against pages that make a browser
//! call a server on the user's own machine.

use http::header::{HOST, HeaderName, ORIGIN};
use http::request::Parts;
use http::{HeaderMap, HeaderValue, Version};

use super::config::HttpConfigError;

/// Which values of `Host` are acceptable.
#[derive(Debug)]
pub(super) struct Hosts {
    /// In any case.
    allowed: Vec<String>,
    is_loopback: bool,
}

/// What a `Host` is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum HostVerdict {
    Good,
    /// Missing or repeated.
    Malformed,
    Foreign,
}

impl Hosts {
    pub(super) fn new(allowed: &[String], is_loopback: bool) -> Result<Self, HttpConfigError> {
        if let Some(bad) = allowed
            .iter()
            .find(|it| it.is_empty() || it.contains(['/', '*', ' ']))
        {
            return Err(HttpConfigError {
                key: "allowed_hosts",
                reason: format!("{bad:?} is no value of Host, which is like example.com:9000"),
            });
        }
        Ok(Self {
            allowed: allowed.to_vec(),
            is_loopback,
        })
    }

    /// HTTP-1a. An absolute target names its host a second time, and both must be acceptable.
    pub(super) fn judge(&self, request: &Parts) -> HostVerdict {
        let target = request.uri.authority().map(|it| it.as_str());
        let host = match single(&request.headers, &HOST) {
            Single::Once(host) => match host.to_str() {
                Ok(host) => Some(host),
                Err(_) => return HostVerdict::Foreign,
            },
            // HTTP/2 has only the target.
            Single::Absent if request.version >= Version::HTTP_2 && target.is_some() => None,
            Single::Absent if request.version < Version::HTTP_11 && target.is_some() => None,
            _ => return HostVerdict::Malformed,
        };
        let mut all = host.into_iter().chain(target);
        match all.all(|host| self.accepts(host)) {
            true => HostVerdict::Good,
            false => HostVerdict::Foreign,
        }
    }

    fn accepts(&self, host: &str) -> bool {
        let mut allowed = self.allowed.iter();
        if allowed.any(|it| it.eq_ignore_ascii_case(host)) {
            return true;
        }
        match self.is_loopback {
            true => split(host).is_some_and(|(name, _)| is_loopback_name(name)),
            false => self.allowed.is_empty(),
        }
    }
}

/// Which origins are acceptable.
#[derive(Debug)]
pub(super) struct Origins {
    allowed: Vec<Origin>,
    allows_null: bool,
    is_restricted: bool,
    is_loopback: bool,
}

/// A scheme, a host and a port.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Origin {
    scheme: String,
    host: String,
    port: u16,
}

impl Origin {
    /// Reads `scheme://host` with or without a port; `None` for everything else.
    fn read(text: &str) -> Option<Self> {
        let (scheme, rest) = text.split_once("://")?;
        let scheme = scheme.to_ascii_lowercase();
        let default_port = match scheme.as_str() {
            "http" => Some(80),
            "https" => Some(443),
            _ => None,
        };
        let (host, port) = split(rest)?;
        let port = match port {
            Some(port) => port.parse().ok()?,
            None => default_port?,
        };
        let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._".contains(&byte);
        let inner = host.strip_prefix('[').and_then(|it| it.strip_suffix(']'));
        let is_host = match inner {
            Some(address) => address.parse::<std::net::Ipv6Addr>().is_ok(),
            None => !host.is_empty() && host.bytes().all(plain),
        };
        let is_scheme = !scheme.is_empty()
            && scheme
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte));
        (is_host && is_scheme).then(|| Self {
            scheme,
            host: host.to_ascii_lowercase(),
            port,
        })
    }

    fn is_loopback(&self) -> bool {
        matches!(self.scheme.as_str(), "http" | "https") && is_loopback_name(&self.host)
    }
}

impl Origins {
    pub(super) fn new(allowed: &[String], is_loopback: bool) -> Result<Self, HttpConfigError> {
        let mut origins = Vec::new();
        for text in allowed.iter().filter(|it| *it != "null") {
            match Origin::read(text) {
                Some(origin) => origins.push(origin),
                None => {
                    return Err(HttpConfigError {
                        key: "allowed_origins",
                        reason: format!("{text:?} is no origin, which is like https://example.com"),
                    });
                }
            }
        }
        Ok(Self {
            allowed: origins,
            allows_null: allowed.iter().any(|it| it == "null"),
            is_restricted: !allowed.is_empty(),
            is_loopback,
        })
    }

    /// Whether pages of other origins are served at all, and told so (HTTP-9).
    pub(super) fn serves_browsers(&self) -> bool {
        self.is_restricted
    }

    /// Whether every browser will be refused (HTTP-2b).
    pub(super) fn refuses_browsers(&self) -> bool {
        !self.is_restricted && !self.is_loopback
    }

    /// HTTP-2a: the origin, if there is one; `Err` when it is not acceptable.
    pub(super) fn judge<'a>(&self, headers: &'a HeaderMap) -> Result<Option<&'a HeaderValue>, ()> {
        let value = match single(headers, &ORIGIN) {
            Single::Absent => return Ok(None),
            Single::Once(value) => value,
            Single::Repeated => return Err(()),
        };
        let text = value.to_str().map_err(|_| ())?;
        let is_good = match (text, Origin::read(text)) {
            ("null", _) => self.allows_null,
            (_, None) => false,
            (_, Some(origin)) if self.is_restricted => self.allowed.contains(&origin),
            (_, Some(origin)) => self.is_loopback && origin.is_loopback(),
        };
        is_good.then_some(Some(value)).ok_or(())
    }
}

/// How often a header is there.
pub(super) enum Single<'a> {
    Absent,
    Once(&'a HeaderValue),
    Repeated,
}

/// A header that may be there once.
pub(super) fn single<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Single<'a> {
    let mut values = headers.get_all(name).iter();
    match (values.next(), values.next()) {
        (None, _) => Single::Absent,
        (Some(value), None) => Single::Once(value),
        (Some(_), Some(_)) => Single::Repeated,
    }
}

/// A host and its port, if there is one; an address in brackets keeps its colons. `None` when what
/// follows the host is no port.
fn split(text: &str) -> Option<(&str, Option<&str>)> {
    let after_brackets = text.rfind(']').map_or(0, |at| at + 1);
    let Some(colon) = text.get(after_brackets..)?.find(':') else {
        return Some((text, None));
    };
    let (host, port) = text.split_at_checked(after_brackets + colon)?;
    let port = port.strip_prefix(':')?;
    let is_port = !port.is_empty() && port.bytes().all(|it| it.is_ascii_digit());
    is_port.then_some((host, Some(port)))
}

fn is_loopback_name(host: &str) -> bool {
    let names = ["localhost", "127.0.0.1", "[::1]"];
    names.iter().any(|it| it.eq_ignore_ascii_case(host))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(uri: &str, hosts: &[&str]) -> Parts {
        let request = hosts
            .iter()
            .fold(http::Request::post(uri), |request, host| {
                request.header(HOST, *host)
            });
        request.body(()).unwrap().into_parts().0
    }

    fn owned(texts: &[&str]) -> Vec<String> {
        texts.iter().map(|&it| it.to_owned()).collect()
    }

    #[test]
    fn http1_on_a_loopback_address_only_its_names_and_the_allowed_values() {
        let hosts = Hosts::new(&owned(&["Dev.example:9000"]), true).unwrap();
        let judge = |host: &str| hosts.judge(&parts("/mcp", &[host]));
        for good in [
            "localhost",
            "LocalHost:1",
            "127.0.0.1:9000",
            "[::1]",
            "[::1]:80",
            "dev.EXAMPLE:9000",
        ] {
            assert_eq!(judge(good), HostVerdict::Good, "{good}");
        }
        for foreign in [
            "",
            "evil.example.com",
            "localhost.evil.example",
            "localhost:80@evil.example",
            "127.0.0.2",
            "127.0.0.1.nip.io",
            "::1",
            "0.0.0.0",
            "dev.example",
            "dev.example:9001",
            "localhost.",
            "localhost:",
            "localhost:x",
        ] {
            assert_eq!(judge(foreign), HostVerdict::Foreign, "{foreign}");
        }
    }

    #[test]
    fn http1_elsewhere_any_value_unless_some_are_named() {
        let any = Hosts::new(&[], false).unwrap();
        assert_eq!(any.judge(&parts("/", &["anything"])), HostVerdict::Good);
        let named = Hosts::new(&owned(&["api.example.com"]), false).unwrap();
        assert_eq!(
            named.judge(&parts("/", &["API.example.com"])),
            HostVerdict::Good
        );
        for foreign in ["localhost", "api.example.com:1", "x"] {
            assert_eq!(named.judge(&parts("/", &[foreign])), HostVerdict::Foreign);
        }
        assert!(Hosts::new(&owned(&["*"]), false).is_err());
    }

    #[test]
    fn http1_once_and_the_same_in_an_absolute_target() {
        let hosts = Hosts::new(&[], true).unwrap();
        assert_eq!(hosts.judge(&parts("/", &[])), HostVerdict::Malformed);
        let twice = parts("/", &["localhost", "localhost"]);
        assert_eq!(hosts.judge(&twice), HostVerdict::Malformed);
        let smuggled = parts("http://evil.example/mcp", &["localhost"]);
        assert_eq!(hosts.judge(&smuggled), HostVerdict::Foreign);
        let same = parts("http://localhost:1/mcp", &["localhost:1"]);
        assert_eq!(hosts.judge(&same), HostVerdict::Good);
    }

    fn origin(allowed: &[&str], is_loopback: bool, sent: &[&str]) -> bool {
        let origins = Origins::new(&owned(allowed), is_loopback).unwrap();
        let mut headers = HeaderMap::new();
        for value in sent {
            headers.append(ORIGIN, HeaderValue::from_bytes(value.as_bytes()).unwrap());
        }
        origins.judge(&headers).is_ok()
    }

    #[test]
    fn http2_without_a_list_only_loopback_pages_of_a_loopback_server() {
        assert!(origin(&[], true, &[]) && origin(&[], false, &[]));
        for good in [
            "http://localhost",
            "https://LOCALHOST:3000",
            "http://127.0.0.1:5173",
            "http://[::1]:8080",
        ] {
            assert!(origin(&[], true, &[good]), "{good}");
            assert!(!origin(&[], false, &[good]), "{good}");
        }
        for bad in [
            "null",
            "",
            "localhost",
            "http://evil.example.com",
            "http://localhost.evil.example",
            "http://localhost@evil.example",
            "http://localhost/",
            "http://localhost:x",
            "http://localhost:99999",
            "chrome-extension://localhost",
            "http://127.0.0.2",
            "http://localhost http://evil.example",
            "http://[::1",
            "http://é",
        ] {
            assert!(!origin(&[], true, &[bad]), "{bad}");
        }
        assert!(!origin(
            &[],
            true,
            &["http://localhost", "http://localhost"]
        ));
    }

    #[test]
    fn http2_with_a_list_nothing_else() {
        let list = ["https://Example.com", "http://a.test:80", "app://x:1"];
        for good in [
            "https://example.com",
            "HTTPS://EXAMPLE.COM:443",
            "http://a.test",
            "app://x:1",
        ] {
            assert!(origin(&list, true, &[good]), "{good}");
        }
        for bad in [
            "http://localhost",
            "http://example.com",
            "https://example.com:8443",
            "https://sub.example.com",
            "null",
            "app://x",
        ] {
            assert!(!origin(&list, true, &[bad]), "{bad}");
        }
        assert!(origin(&["null"], false, &["null"]));
        for bad in [
            "*",
            "example.com",
            "https://example.com/",
            "https://*.example.com",
        ] {
            let error = Origins::new(&owned(&[bad]), true).unwrap_err();
            assert_eq!(error.key, "allowed_origins", "{bad}");
        }
    }
}
