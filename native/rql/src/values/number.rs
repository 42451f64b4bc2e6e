//! Numbers: compared by value across both kinds without rounding, and as text the way RavenDB indexes them.

use std::cmp::Ordering;

use super::Number;

/// 2^63, the first double above every `i64`.
const ABOVE_INTEGERS: f64 = 9_223_372_036_854_775_808.0;

/// Compares by value. JSON has no NaN, so the order is total.
pub fn compare_numbers(left: Number, right: Number) -> Ordering {
    match (left, right) {
        (Number::Integer(left), Number::Integer(right)) => left.cmp(&right),
        // `+ 0.0` makes one zero of the two.
        (Number::Double(left), Number::Double(right)) => (left + 0.0).total_cmp(&(right + 0.0)),
        (Number::Integer(left), Number::Double(right)) => compare_mixed(left, right),
        (Number::Double(left), Number::Integer(right)) => compare_mixed(right, left).reverse(),
    }
}

/// An integer is not converted to a double: above 2^53 that would make different numbers equal.
fn compare_mixed(integer: i64, double: f64) -> Ordering {
    if double >= ABOVE_INTEGERS {
        return Ordering::Less;
    }
    if double < -ABOVE_INTEGERS {
        return Ordering::Greater;
    }
    #[expect(clippy::cast_possible_truncation, reason = "the range was checked above")]
    let whole = double.trunc() as i64;
    integer.cmp(&whole).then_with(|| 0.0_f64.total_cmp(&(double.fract() + 0.0)))
}

/// The text RavenDB compares a number by when the other side is text: `10`, `2.5`, `1e+21`, `1e-07`.
pub fn number_text(number: Number) -> String {
    let double = match number {
        Number::Integer(value) => return value.to_string(),
        Number::Double(value) => value + 0.0,
    };
    let scientific = format!("{double:e}");
    let Some((digits, exponent)) = scientific.split_once('e') else { return scientific };
    match exponent.parse::<i32>() {
        Ok(exponent) if !(-5..15).contains(&exponent) => {
            let sign = if exponent < 0 { '-' } else { '+' };
            format!("{digits}e{sign}{:02}", exponent.unsigned_abs())
        }
        _ => format!("{double}"),
    }
}

#[cfg(test)]
mod tests {
    use super::Number::{Double, Integer};
    use super::*;

    #[test]
    fn kinds_are_compared_by_value_without_rounding() {
        assert_eq!(compare_numbers(Integer(5), Double(5.0)), Ordering::Equal);
        assert_eq!(compare_numbers(Integer(2), Double(2.5)), Ordering::Less);
        assert_eq!(compare_numbers(Integer(-2), Double(-2.5)), Ordering::Greater);
        assert_eq!(compare_numbers(Double(-0.0), Integer(0)), Ordering::Equal);
        assert_eq!(compare_numbers(Double(-0.0), Double(0.0)), Ordering::Equal);
        assert_eq!(
            compare_numbers(Integer(9_007_199_254_740_993), Double(9_007_199_254_740_992.0)),
            Ordering::Greater
        );
        assert_eq!(compare_numbers(Integer(i64::MAX), Double(9.3e18)), Ordering::Less);
        assert_eq!(compare_numbers(Integer(i64::MIN), Double(-1e300)), Ordering::Greater);
        assert_eq!(compare_numbers(Integer(i64::MIN), Double(-ABOVE_INTEGERS)), Ordering::Equal);
    }

    #[test]
    fn text_is_what_the_server_indexes() {
        let seen = [
            (Integer(10), "10"),
            (Double(5.0), "5"),
            (Double(150.0), "150"),
            (Double(2.5), "2.5"),
            (Double(123_456_789.125), "123456789.125"),
            (Double(1e21), "1e+21"),
            (Double(1e300), "1e+300"),
            (Double(1e-7), "1e-07"),
            (Double(-0.0), "0"),
        ];
        for (number, text) in seen {
            assert_eq!(number_text(number), text);
        }
    }
}
