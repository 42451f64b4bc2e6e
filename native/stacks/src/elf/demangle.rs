//! Names as people write them, from names as linkers need them.

use std::fmt::{self, Display, Write};

use cpp_demangle::{DemangleOptions, ParseOptions, Symbol};

/// Longer names are cut: demangling them can take long.
const MOST_BYTES: usize = 4096;
const RECURSION_LIMIT: u32 = 96;

/// The demangled form of a linker symbol; other names are returned unchanged.
pub(crate) fn readable(name: &str) -> String {
    if name.len() > MOST_BYTES {
        return Bounded::of(name);
    }
    if let Ok(rust) = rustc_demangle::try_demangle(name) {
        // The alternate form omits the hash of the function.
        return Bounded::of(format_args!("{rust:#}"));
    }
    let bare = name.split_once('@').map_or(name, |(bare, _version)| bare);
    if bare.starts_with("_Z")
        && let Some(cpp) = cpp(bare)
    {
        return cpp;
    }
    bare.to_owned()
}

fn cpp(name: &str) -> Option<String> {
    let limits = ParseOptions::default().recursion_limit(RECURSION_LIMIT);
    let style = DemangleOptions::new().recursion_limit(RECURSION_LIMIT).no_return_type();
    let symbol = Symbol::new_with_options(name, &limits).ok()?;
    let mut text = Bounded::default();
    match symbol.structured_demangle(&mut text, &style) {
        Ok(()) => Some(text.0),
        // A few bytes of back references can unfold to gigabytes; what fits is kept.
        Err(_) if text.is_full() => Some(text.0),
        Err(_) => None,
    }
}

/// Text that stops growing, with an ellipsis, where it has become too long.
#[derive(Default)]
struct Bounded(String);

impl Bounded {
    fn of(text: impl Display) -> String {
        let mut bounded = Self::default();
        // The only error is a full text, which the ellipsis shows.
        let _full = write!(bounded, "{text}");
        bounded.0
    }

    fn is_full(&self) -> bool {
        self.0.len() >= MOST_BYTES
    }
}

impl Write for Bounded {
    fn write_str(&mut self, more: &str) -> fmt::Result {
        let left = MOST_BYTES.saturating_sub(self.0.len());
        if more.len() <= left {
            self.0.push_str(more);
            return Ok(());
        }
        if left > 0 {
            let end = (0..=left).rev().find(|end| more.is_char_boundary(*end)).unwrap_or(0);
            self.0.push_str(more.get(..end).unwrap_or_default());
            while !self.is_full() {
                self.0.push(' ');
            }
            self.0.push('…');
        }
        Err(fmt::Error)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn names_of_all_kinds_become_readable() {
        for (mangled, wanted) in [
            ("_ZN4core3fmt5Write9write_fmt17h0123456789abcdefE", "core::fmt::Write::write_fmt"),
            ("_RNvCs1234_7mycrate3foo", "mycrate::foo"),
            ("_ZN2v88internal7Isolate4InitEv", "v8::internal::Isolate::Init()"),
            (
                "_ZNSt6vectorIiSaIiEE9push_backERKi",
                "std::vector<int, std::allocator<int> >::push_back(int const&)",
            ),
            ("poll@@GLIBC_2.2.5", "poll"),
            ("main", "main"),
            ("_Znonsense", "_Znonsense"),
        ] {
            assert_eq!(readable(mangled), wanted);
        }
    }

    #[test]
    fn an_endless_name_is_cut() {
        let name = readable(&"é".repeat(100_000));
        assert!(name.len() <= MOST_BYTES + 3 && name.ends_with('…'));
        // Each template argument repeats the one before it twice.
        let bomb = format!(
            "_Z1fI1AS0_{}EvT_",
            (0..30).map(|level| format!("1BI{0}{0}E", ["S_", "S0_", "S1_"][level % 3])).collect::<String>()
        );
        assert!(readable(&bomb).len() <= MOST_BYTES + 3);
    }

    proptest! {
        #[test]
        fn random_names_never_panic(name in "(_Z|_ZN|_R|_RNv)?[A-Za-z0-9_$.@]{0,120}") {
            let _ = readable(&name);
        }
    }
}
