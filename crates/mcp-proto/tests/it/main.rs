//! The protocol, rule by rule: no process and no socket. Names of tests and comments cite the
//! requirements that they hold; `docs/requirements.md` lists them all.

mod support;

#[cfg(feature = "http")]
mod app_calls;
#[cfg(feature = "http")]
mod app_extractors;
#[cfg(feature = "http")]
mod app_headers;
#[cfg(feature = "http")]
mod app_routes;
mod cancel;
#[cfg(feature = "config")]
mod config;
mod discover;
mod envelope;
mod example;
#[cfg(feature = "http")]
mod http;
mod judging;
mod koyu_profile;
mod legacy;
mod lists;
mod load;
mod notes;
mod prompts;
mod readme;
mod registration;
mod requirements;
mod resources;
mod rounds;
mod route_answers;
mod route_arguments;
mod route_registration;
mod schemas;
mod stdio;
mod subscriptions;
mod tools;
