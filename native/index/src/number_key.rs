//! Numbers of both kinds as one order of 128 bits: the whole part above, the fraction below.

use rookery_rql::values::Number;

/// Smaller numbers have smaller keys; equal numbers equal ones.
pub(crate) fn key(number: Number) -> u128 {
    let (whole, fraction) = match number {
        Number::Integer(value) => (i128::from(value), 0),
        Number::Double(value) => parts(value),
    };
    // Integer parts are between -2^63 - 1 and 2^63.
    let whole = (whole + (1 << 64)).unsigned_abs();
    whole << 62 | u128::from(fraction)
}

/// 2^63.
const ABOVE: f64 = 9_223_372_036_854_775_808.0;

/// Bits of non-negative doubles are ordered as they are; those of numbers below 1 have 62.
fn parts(value: f64) -> (i128, u64) {
    if value >= ABOVE {
        return (1 << 63, (value.to_bits() - ABOVE.to_bits()) & ((1 << 62) - 1));
    }
    if value < -ABOVE {
        let beyond = (-value).to_bits() - ABOVE.to_bits();
        return (-(1 << 63) - 1, ((1 << 62) - 1) - beyond);
    }
    let whole = value.floor();
    #[expect(clippy::cast_possible_truncation, reason = "checked above")]
    let integer = whole as i128;
    (integer, (value - whole + 0.0).to_bits())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rookery_rql::values::compare_numbers;

    use super::*;

    fn any_number() -> impl Strategy<Value = Number> {
        let computed = [0.0, -0.0, 0.5, -0.5, 1e300, -1e300, 9.3e18, -9.3e18, 1e-300, ABOVE, -ABOVE];
        prop_oneof![
            any::<i64>().prop_map(Number::Integer),
            (-5..5_i64).prop_map(Number::Integer),
            (-5.0..5.0).prop_map(Number::Double),
            prop::sample::select(computed.to_vec()).prop_map(Number::Double),
            any::<f64>().prop_filter("finite", |value| value.is_finite()).prop_map(Number::Double),
        ]
    }

    proptest! {
        #[test]
        fn keys_are_in_the_order_of_numbers(left in any_number(), right in any_number()) {
            let order = compare_numbers(left, right);
            let keys = key(left).cmp(&key(right));
            // Fractions of one integer part can be closer than 62 bits distinguish.
            prop_assert!(keys == order || keys.is_eq() && order.is_ne() && tiny(left, right), "{order:?} {keys:?}");
        }
    }

    fn tiny(left: Number, right: Number) -> bool {
        matches!((left, right), (Number::Double(left), Number::Double(right)) if (left - right).abs() < 1e-15)
    }
}
