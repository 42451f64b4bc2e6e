//! The types of columns: how values become an Arrow array, and what is read from one.

use std::sync::Arc;

use arrow_array::{Array, ArrayRef, BooleanArray, Float64Array, Int64Array, StringArray, UInt64Array};
use arrow_schema::DataType;

use super::{Text, Texts};

/// A value of a column.
pub trait Cell: Sized + Default {
    /// Arrow's type of the column.
    const TYPE: DataType;

    /// The column of these values.
    fn column<'a>(values: impl Iterator<Item = &'a Self>) -> ArrayRef
    where
        Self: 'a;

    /// The values of a column; the default for nulls. `None` for a column of another type.
    fn values(column: &dyn Array, texts: &mut Texts) -> Option<Vec<Self>>;
}

macro_rules! cell {
    ($value:ty, $array:ty, $data_type:expr, $written:expr, $read:expr) => {
        impl Cell for $value {
            const TYPE: DataType = $data_type;

            fn column<'a>(values: impl Iterator<Item = &'a Self>) -> ArrayRef {
                Arc::new(values.map(|value| Some($written(value))).collect::<$array>())
            }

            fn values(column: &dyn Array, texts: &mut Texts) -> Option<Vec<Self>> {
                let column = column.as_any().downcast_ref::<$array>()?;
                let read = |value: Option<_>| value.map(|value| $read(texts, value)).unwrap_or_default();
                Some(column.iter().map(read).collect())
            }
        }
    };
    ($value:ty, $array:ty, $data_type:expr) => {
        cell!($value, $array, $data_type, |value: &$value| *value, |_: &mut Texts, value: $value| value);
    };
}

cell!(i64, Int64Array, DataType::Int64);
cell!(u64, UInt64Array, DataType::UInt64);
cell!(f64, Float64Array, DataType::Float64);
cell!(bool, BooleanArray, DataType::Boolean);
cell!(String, StringArray, DataType::Utf8, String::as_str, Texts::own);
cell!(Text, StringArray, DataType::Utf8, Text::as_str, Texts::shared);
