//! The types of columns: how values become an Arrow array, and what is read from one.

use std::sync::Arc;

use arrow_array::{Array, ArrayRef, BooleanArray, Float64Array, Int64Array, StringArray, UInt64Array};
use arrow_schema::DataType;

/// A value of a column.
pub trait Cell: Sized + Default {
    /// Arrow's type of the column.
    const TYPE: DataType;

    /// The column of these values.
    fn column<'a>(values: impl Iterator<Item = &'a Self>) -> ArrayRef
    where
        Self: 'a;

    /// The values of a column; the default for nulls. `None` for a column of another type.
    fn values(column: &dyn Array) -> Option<Vec<Self>>;
}

macro_rules! cell {
    ($value:ty, $array:ty, $data_type:expr) => {
        impl Cell for $value {
            const TYPE: DataType = $data_type;

            fn column<'a>(values: impl Iterator<Item = &'a Self>) -> ArrayRef {
                Arc::new(values.map(|value| Some(value.clone())).collect::<$array>())
            }

            fn values(column: &dyn Array) -> Option<Vec<Self>> {
                let column = column.as_any().downcast_ref::<$array>()?;
                Some(column.iter().map(|value| value.map(Into::into).unwrap_or_default()).collect())
            }
        }
    };
}

cell!(i64, Int64Array, DataType::Int64);
cell!(u64, UInt64Array, DataType::UInt64);
cell!(f64, Float64Array, DataType::Float64);
cell!(bool, BooleanArray, DataType::Boolean);
cell!(String, StringArray, DataType::Utf8);
