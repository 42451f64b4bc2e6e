//! Additional sources: static functions in C#, translated for the maps and the reduce of an index.

use std::collections::HashSet;
use std::rc::Rc;

use super::declarations::Class;
use super::emit::{self, Functions};
use super::{Untranslated, parser, place};
use crate::error::ScriptError;
use crate::source_text::AdditionalSource;

/// The functions of all sources of an index.
#[derive(Debug, Default)]
pub(crate) struct Sources {
    /// The JavaScript of the functions.
    pub(crate) javascript: String,
    pub(super) functions: Rc<Functions>,
}

impl Sources {
    /// Translates them. The error names the source and the position.
    pub(crate) fn of(sources: &[AdditionalSource]) -> Result<Self, ScriptError> {
        let mut classes: Vec<(&AdditionalSource, Class)> = Vec::new();
        let mut names = HashSet::new();
        for source in sources {
            for class in parser::parse_source(&source.text).map_err(|error| refuse(source, error))? {
                check_names(&class).map_err(|error| refuse(source, error))?;
                if !names.insert(class.path.last().cloned()) {
                    let what =
                        format!("two classes are named '{}'", class.path.last().map_or("", String::as_str));
                    return Err(refuse(source, Untranslated { what, offset: Some(class.at) }));
                }
                classes.push((source, class));
            }
        }
        let functions = Rc::new(Functions::of(classes.iter().map(|(_, class)| class)));
        let mut javascript = String::new();
        for (number, (source, class)) in classes.iter().enumerate() {
            let written = emit::class(class, number, &functions).map_err(|error| refuse(source, error))?;
            javascript.push_str(&written);
        }
        Ok(Self { javascript, functions })
    }
}

/// Functions of one name have different numbers of parameters.
fn check_names(class: &Class) -> Result<(), Untranslated> {
    let mut known = HashSet::new();
    for function in &class.functions {
        if !known.insert((&function.name, function.parameters.len())) {
            let (name, count) = (&function.name, function.parameters.len());
            let what = format!(
                "two functions are named '{name}' and have {count} parameters; overloads that differ in types only are not translated"
            );
            return Err(Untranslated { what, offset: Some(function.at) });
        }
    }
    Ok(())
}

fn refuse(source: &AdditionalSource, error: Untranslated) -> ScriptError {
    let message = format!(
        "The additional source '{}' cannot be carried out here: {}. Additional sources of C# indexes are static functions in \
         C#, of indexes in JavaScript functions in JavaScript",
        source.name, error.what
    );
    place(message, &source.text, error.offset)
}
