//! The words of a command line: flags with their values, and other words.

/// A word.
pub enum Word {
    /// `--name`, or `--name=value`, whose value [`Flags::value`] returns.
    Flag(String),
    /// A word that is not a flag.
    Plain(String),
}

/// Reads words one after another.
pub struct Flags<I> {
    words: I,
    name: String,
    inline: Option<String>,
    only_plain: bool,
}

impl<I: Iterator<Item = String>> Flags<I> {
    /// Reads the words of a command line.
    pub fn new(words: impl IntoIterator<IntoIter = I>) -> Self {
        Self { words: words.into_iter(), name: String::new(), inline: None, only_plain: false }
    }

    /// The next word.
    pub fn next(&mut self) -> Option<Word> {
        let word = self.words.next()?;
        if self.only_plain || !word.starts_with('-') {
            return Some(Word::Plain(word));
        }
        (self.name, self.inline) = match word.split_once('=') {
            Some((name, value)) => (name.to_owned(), Some(value.to_owned())),
            None => (word, None),
        };
        Some(Word::Flag(self.name.clone()))
    }

    /// Takes the words that follow for plain ones, whatever they begin with.
    pub fn only_plain(&mut self) {
        self.only_plain = true;
    }

    /// The value of the last flag: after its `=`, or the next word. An error is a sentence.
    pub fn value(&mut self) -> Result<String, String> {
        let inline = self.inline.take();
        inline
            .or_else(|| self.words.next())
            .ok_or_else(|| format!("{} needs a value; see --help.", self.name))
    }

    /// The value of the last flag, a whole number.
    pub fn number(&mut self) -> Result<u64, String> {
        let text = self.value()?;
        text.parse().map_err(|_| format!("{} must be a whole number, not '{text}'.", self.name))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_follow_their_flag_or_its_sign() {
        let words = ["a", "--x=1=2", "--y", "-3", "--z", "soon", "--w"].map(str::to_owned);
        let mut flags = Flags::new(words);
        assert!(matches!(flags.next(), Some(Word::Plain(word)) if word == "a"));
        assert!(matches!(flags.next(), Some(Word::Flag(name)) if name == "--x"));
        assert_eq!(flags.value(), Ok("1=2".to_owned()));
        assert!(matches!(flags.next(), Some(Word::Flag(name)) if name == "--y"));
        assert_eq!(flags.value(), Ok("-3".to_owned()));
        flags.next();
        assert_eq!(flags.number(), Err("--z must be a whole number, not 'soon'.".to_owned()));
        flags.next();
        assert_eq!(flags.value(), Err("--w needs a value; see --help.".to_owned()));
        assert!(flags.next().is_none());
    }

    #[test]
    fn plain_words_can_begin_with_a_sign() {
        let mut flags = Flags::new(["--", "--x=1"].map(str::to_owned));
        assert!(matches!(flags.next(), Some(Word::Flag(name)) if name == "--"));
        flags.only_plain();
        assert!(matches!(flags.next(), Some(Word::Plain(word)) if word == "--x=1"));
    }
}
