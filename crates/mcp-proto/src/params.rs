//! The parameters of a request, whose members that most methods share are looked up once.

use std::borrow::Cow;
use std::ops::{Deref, Range};

use serde_json::value::RawValue;

use crate::json;

/// A member that more than one part of the server looks at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Member {
    Meta,
    Name,
    Uri,
    Arguments,
    InputResponses,
    RequestState,
}

/// The names of the members, in their order.
const NAMES: [&str; 6] = [
    "_meta",
    "name",
    "uri",
    "arguments",
    "inputResponses",
    "requestState",
];

/// The member `params` of a request as it was sent, whatever it is.
#[derive(Debug, Default)]
pub(crate) struct Params {
    raw: Box<RawValue>,
    places: [Option<Range<usize>>; NAMES.len()],
}

impl Params {
    pub(crate) fn of(value: &RawValue) -> Self {
        Self {
            places: json::places(value.get(), NAMES).unwrap_or_default(),
            raw: value.to_owned(),
        }
    }

    /// A member as it was written.
    pub(crate) fn written(&self, member: Member) -> Option<&str> {
        let place = self.places.get(member as usize)?.clone();
        self.raw.get().get(place?)
    }

    /// A member as a value.
    pub(crate) fn value(&self, member: Member) -> Option<&RawValue> {
        json::raw(self.written(member)?)
    }

    /// A member that is a string.
    pub(crate) fn text(&self, member: Member) -> Option<Cow<'_, str>> {
        json::unquoted(self.written(member)?)
    }
}

impl Deref for Params {
    type Target = RawValue;

    fn deref(&self) -> &RawValue {
        &self.raw
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_member_is_found_by_its_name() {
        let text = r#"{"requestState":6,"inputResponses":5,"arguments":4,"x":{"name":0},
            "uri":"3","name":"\u0032","_meta":0,"_meta":1}"#;
        let params = Params::of(json::parse(text).unwrap());
        let all = [
            Member::Meta,
            Member::Name,
            Member::Uri,
            Member::Arguments,
            Member::InputResponses,
            Member::RequestState,
        ];
        let found = all.map(|member| params.written(member).unwrap());
        assert_eq!(found, ["1", r#""\u0032""#, "\"3\"", "4", "5", "6"]);
        assert_eq!(params.text(Member::Name).as_deref(), Some("2"));
        assert_eq!(params.text(Member::Arguments), None);
        let none = Params::of(json::parse("[1]").unwrap());
        assert_eq!(none.written(Member::Meta), None);
    }
}
