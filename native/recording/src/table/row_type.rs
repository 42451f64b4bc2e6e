//! Declares a struct of a row and its columns together.

/// Declares a row. The first field must be `time: i64`.
macro_rules! row_type {
    (
        $(#[$about:meta])*
        pub struct $row:ident = $name:literal {
            $($(#[$field_about:meta])* pub $field:ident: $kind:ty,)*
        }
    ) => {
        $(#[$about])*
        #[derive(Debug, Clone, Default, PartialEq, serde::Serialize)]
        pub struct $row {
            $($(#[$field_about])* pub $field: $kind,)*
        }

        impl $crate::table::Table for $row {
            const NAME: &'static str = $name;

            fn time(&self) -> i64 {
                self.time
            }

            fn schema() -> arrow_schema::SchemaRef {
                use $crate::table::cell::Cell;
                std::sync::Arc::new(arrow_schema::Schema::new(vec![
                    $(arrow_schema::Field::new(stringify!($field), <$kind as Cell>::TYPE, true),)*
                ]))
            }

            fn to_batch(rows: &[Self]) -> Result<arrow_array::RecordBatch, $crate::RecordingError> {
                use $crate::table::cell::Cell;
                let columns = vec![$(<$kind as Cell>::column(rows.iter().map(|row| &row.$field)),)*];
                Ok(arrow_array::RecordBatch::try_new(Self::schema(), columns)?)
            }

            fn from_batch(
                batch: &arrow_array::RecordBatch,
                texts: &mut $crate::table::Texts,
            ) -> Result<Vec<Self>, $crate::RecordingError> {
                use $crate::table::cell::Cell;
                let mut rows = vec![Self::default(); batch.num_rows()];
                $(
                    if let Some(column) = batch.column_by_name(stringify!($field)) {
                        let values = <$kind as Cell>::values(column, texts).ok_or_else(|| {
                            $crate::RecordingError::wrong_column($name, stringify!($field), column.data_type())
                        })?;
                        for (row, value) in rows.iter_mut().zip(values) {
                            row.$field = value;
                        }
                    }
                )*
                Ok(rows)
            }

            fn texts(
                &mut self,
                texts: &mut $crate::table::Texts,
                change: &mut dyn FnMut(&'static str, &mut String),
            ) {
                $($crate::table::change_text(&mut self.$field, texts, &mut |text| change(stringify!($field), text));)*
            }
        }
    };
}

pub(crate) use row_type;
