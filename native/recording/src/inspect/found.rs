//! Findings.

use super::page::Page;
use crate::findings::{Confidence, Finding, Severity};
use crate::utc::moment;

/// Findings and sentences of evidence beyond these numbers are counted.
const MOST: usize = 200;
const EVIDENCE: usize = 20;

/// The findings, in the order given.
pub fn found(page: &mut Page, findings: &[Finding]) {
    page.title("Findings");
    if findings.is_empty() {
        page.line("No rule found anything.");
    }
    page.some(findings, MOST, finding);
}

fn finding(page: &mut Page, finding: &Finding) {
    let severity = match finding.severity {
        Severity::Critical => "CRITICAL",
        Severity::Warning => "WARNING",
        Severity::Note => "NOTE",
    };
    let confidence = match finding.confidence {
        Confidence::Certain => "certain",
        Confidence::Likely => "likely",
        Confidence::Possible => "possible",
    };
    page.title(&format!("{severity} ({confidence}): {}", finding.title));
    page.pair("Subject", if finding.subject.is_empty() { "server" } else { &finding.subject });
    let (from, to) = (moment(finding.from), moment(finding.to));
    page.pair("Time", &if from == to { from } else { format!("{from} to {to}") });
    page.some(&finding.evidence, EVIDENCE, |page, sentence| page.item(sentence));
    page.pair("Advice", &finding.advice);
    page.pair("Rule", finding.rule);
}
