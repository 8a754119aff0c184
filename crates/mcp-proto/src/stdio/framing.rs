//! Lines out of a stream of bytes (10 F-1, F-13).

use std::io::{self, BufRead, BufReader, Read};

/// What the buffer keeps between lines, in bytes; a long line gives its memory back.
const KEPT: usize = 1 << 20;

/// Cuts a stream at each LF. Nothing else ends a line; a last line needs no LF.
pub(super) struct Lines<R> {
    reader: BufReader<R>,
    limit: usize,
    line: Vec<u8>,
}

/// A line without its LF.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Line<'a> {
    /// All of it.
    Whole(&'a [u8]),
    /// It was longer than the limit and is gone.
    TooLong,
}

impl<R: Read> Lines<R> {
    /// Lines of at most `limit` bytes, LF not counted.
    pub(super) fn new(reader: BufReader<R>, limit: usize) -> Self {
        Self {
            reader,
            limit,
            line: Vec::new(),
        }
    }

    /// Whether bytes of the next line are there already.
    pub(super) fn more_came(&self) -> bool {
        !self.reader.buffer().is_empty()
    }

    /// The next line; `None` at the end of the stream.
    pub(super) fn next(&mut self) -> io::Result<Option<Line<'_>>> {
        self.line.clear();
        self.line.shrink_to(KEPT);
        // Room for the LF of a line that just fits.
        let most = u64::try_from(self.limit).map_or(u64::MAX, |limit| limit.saturating_add(1));
        let read = (&mut self.reader)
            .take(most)
            .read_until(b'\n', &mut self.line)?;
        if read == 0 {
            return Ok(None);
        }
        if self.line.last() == Some(&b'\n') {
            self.line.pop();
        } else if self.line.len() > self.limit {
            self.reader.skip_until(b'\n')?;
            return Ok(Some(Line::TooLong));
        }
        Ok(Some(Line::Whole(&self.line)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(bytes: &[u8], limit: usize) -> Vec<Option<String>> {
        // A tiny buffer, so that lines lie across its edges.
        let mut lines = Lines::new(io::BufReader::with_capacity(3, bytes), limit);
        let mut all = Vec::new();
        while let Some(line) = lines.next().unwrap() {
            all.push(match line {
                Line::Whole(line) => Some(String::from_utf8(line.to_vec()).unwrap()),
                Line::TooLong => None,
            });
        }
        all
    }

    fn whole(text: &str) -> Option<String> {
        Some(text.to_owned())
    }

    #[test]
    fn f1_only_lf_ends_a_line() {
        assert_eq!(
            lines("a\r\n\u{85}b\u{2028}c\n\nd".as_bytes(), 100),
            [
                whole("a\r"),
                whole("\u{85}b\u{2028}c"),
                whole(""),
                whole("d")
            ]
        );
        assert_eq!(lines(b"", 100), []);
    }

    #[test]
    fn f13_a_line_of_the_limit_passes_and_a_longer_one_is_dropped_alone() {
        assert_eq!(
            lines(b"12345\n123456\n12345678901234\nab\n", 5),
            [whole("12345"), None, None, whole("ab")]
        );
        assert_eq!(lines(b"12345", 5), [whole("12345")]);
        assert_eq!(lines(b"ab\n123456", 5), [whole("ab"), None]);
    }

    #[test]
    fn f13_a_long_line_takes_no_memory_beyond_the_limit() {
        let endless = io::repeat(b'x').take(64 << 20);
        let mut lines = Lines::new(io::BufReader::new(endless), 1000);
        assert_eq!(lines.next().unwrap(), Some(Line::TooLong));
        assert!(lines.line.capacity() < 10_000, "{}", lines.line.capacity());
        assert_eq!(lines.next().unwrap(), None);
    }
}
