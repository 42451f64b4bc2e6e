//! Messages: known words stay.

use super::names::Names;
use super::words::is_word;

/// The message with known words and names only. Each run of others is one `…`; quoted texts and numbers too.
pub fn mask(text: &str, names: &Names) -> String {
    text.lines().map(|line| mask_line(line, names)).collect::<Vec<_>>().join("\n")
}

fn mask_line(line: &str, names: &Names) -> String {
    let mut result = String::with_capacity(line.len());
    for token in line.split_whitespace() {
        let masked = token_of(token, names);
        // A run of what is left out is one sign.
        if masked == "…" && result.ends_with('…') {
            continue;
        }
        if !result.is_empty() {
            result.push(' ');
        }
        result.push_str(&masked);
    }
    result
}

fn token_of(token: &str, names: &Names) -> String {
    let sign =
        |found: char| matches!(found, '.' | ',' | ':' | ';' | '!' | '?' | '(' | ')' | '[' | ']' | '\'' | '"');
    let core = token.trim_matches(sign);
    if core.is_empty() {
        return token.to_owned();
    }
    let before = &token[..token.len() - token.trim_start_matches(sign).len()];
    let after = &token[token.trim_end_matches(sign).len()..];
    // Fields are often named by usual words.
    match names.known(core).filter(|name| !name.starts_with("field-")) {
        Some(name) => format!("{before}{name}{after}"),
        None if core.split(['-', '/']).all(is_word) => token.to_owned(),
        None => "…".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_words_and_names_stay() {
        let mut names = Names::default();
        names.replace("index", "Orders/ByCompany");
        names.replace("database", "shop");
        let masked = |text| mask(text, &names);
        assert_eq!(
            masked("Failed to index 'Orders/ByCompany' of shop: document orders/5-A of Miller (10.0.0.7)."),
            "Failed to index 'index-1' of database-1: document … of …"
        );
        assert_eq!(masked("Mail to joe@example.org, /srv/x, C:\\x and 12 more"), "… to … and … more");
        assert_eq!(masked("a\nb"), "a\n…");
        assert_eq!(masked(""), "");
    }
}
