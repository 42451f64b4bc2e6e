//! The tokens of a map's text, and the members of list elements that iteration functions read.

use super::{Member, add, is_inherited};
use crate::source::tokens::{Kind, Token};

/// Iteration methods that pass elements only to the function.
const ITERATION_METHODS: [&str; 6] = ["every", "flatMap", "forEach", "map", "reduce", "some"];

/// The tokens of a text, by their numbers.
pub(super) struct MapTokens<'t> {
    text: &'t str,
    tokens: &'t [Token],
}

impl<'t> MapTokens<'t> {
    pub(super) fn of(text: &'t str, tokens: &'t [Token]) -> Self {
        Self { text, tokens }
    }

    pub(super) fn at(&self, number: usize) -> Option<&'t str> {
        self.tokens.get(number).map(|token| &self.text[token.range.clone()])
    }

    pub(super) fn name(&self, number: usize) -> Option<&'t str> {
        self.at(number).filter(|_| self.tokens[number].kind == Kind::Name)
    }

    /// Whether it follows a dot.
    pub(super) fn is_member(&self, number: usize) -> bool {
        matches!(self.at(number.wrapping_sub(1)), Some("." | "?."))
    }

    /// The member of this name that is read.
    pub(super) fn member_of(&self, number: usize) -> Option<&'t str> {
        self.name(number + 2).filter(|name| self.is_member(number + 2) && !is_inherited(name))
    }

    /// The members of the elements that are read, if the name at this position is a list that is iterated by
    /// a function that uses only their members. Nested lists are followed to `depth`.
    pub(super) fn elements(&self, list: usize, depth: usize) -> Option<Vec<Member>> {
        let depth = depth.checked_sub(1)?;
        let walk = self.member_of(list).filter(|walk| ITERATION_METHODS.contains(walk))?;
        if self.at(list + 3) != Some("(") {
            return None;
        }
        let (mut number, mut parameters) = (list + 4, Vec::new());
        if self.at(number) == Some("(") {
            while self.at(number) != Some(")") {
                parameters.push((number + 1, self.name(number + 1)?));
                number += 2;
                if !matches!(self.at(number), Some("," | ")")) {
                    return None;
                }
            }
        } else {
            parameters.push((number, self.name(number)?));
        }
        if self.at(number + 1) != Some("=>") {
            return None;
        }
        let (end, has_more) = self.end_of_call(list + 3)?;
        // Otherwise the initial value of a sum would be an element, and a further parameter the list.
        let place = usize::from(walk == "reduce");
        if parameters.len() > place + 2 || walk == "reduce" && !has_more {
            return None;
        }
        let (own, element) = *parameters.get(place)?;
        let mut members = Vec::new();
        for number in (list + 4..end).filter(|number| *number != own) {
            if self.name(number) == Some(element) && !self.is_member(number) {
                add(&mut members, self.member_of(number)?, self.elements(number + 2, depth));
            }
        }
        Some(members)
    }

    /// The matching closing bracket, and whether the content has a comma.
    fn end_of_call(&self, open: usize) -> Option<(usize, bool)> {
        let (mut depth, mut has_more) = (0_usize, false);
        for number in open..self.tokens.len() {
            match (self.tokens[number].kind, self.at(number)?) {
                (Kind::Sign, "(" | "[" | "{") | (Kind::TemplateOpen, _) => depth += 1,
                (Kind::Sign, ")" | "]" | "}") | (Kind::TemplateClose, _) => {
                    depth -= 1;
                    if depth == 0 {
                        return Some((number, has_more));
                    }
                }
                (Kind::Sign, ",") => has_more |= depth == 1,
                _ => {}
            }
        }
        None
    }
}
