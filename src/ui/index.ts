export { Badge, type BadgeTone } from './badge.tsx';
export { Banner, type BannerProps } from './banner.tsx';
export { Button, IconButton, type ButtonProps, type IconButtonProps } from './button.tsx';
export { Checkbox } from './checkbox.tsx';
export { classNames } from './class-names.ts';
export { ConfirmDialog, type ConfirmDialogProps } from './confirm-dialog.tsx';
export { ContextMenu } from './context-menu.tsx';
export { CodeTabs, type CodeTab } from './code-tabs.tsx';
export { CopyButton, type CopyButtonProps } from './copy-button.tsx';
export { csvField, csvText } from './csv-text.ts';
export { DataGrid, type DataGridProps } from './data-grid.tsx';
export { SortedGrid, type SortedGridProps, type ValueColumn } from './sorted-grid.tsx';
export { gridOrder, nextSort } from './grid-order.ts';
export type { GridColumn, GridSort } from './grid-column.ts';
export type { GridSelection } from './grid-selection.tsx';
export { Dialog, type DialogProps } from './dialog.tsx';
export { DisabledReason } from './disabled-reason.tsx';
export { EmptyState } from './empty-state.tsx';
export { ErrorView, type ErrorViewProps } from './error-view.tsx';
export { Field } from './field.tsx';
export { FieldScope, useInvalidFields, type InvalidFields } from './field-scope.tsx';
export { Icon, type IconSource } from './icon.tsx';
export { FileInput, type FileInputProps } from './file-input.tsx';
export { idPrefixes, isIdShaped, type IdPrefixes } from './find-ids.ts';
export { IdLink } from './id-link.tsx';
export { IdPrefixContext } from './id-prefix-context.ts';
export type { IdPreview } from './id-preview-context.ts';
export { IdPreviews, type LoadIdPreview } from './id-previews.tsx';
export { nestedListText, nestedObjectText } from './nested-text.ts';
export {
  formatAgo,
  formatBytes,
  formatCompact,
  formatCount,
  formatDateTime,
  formatMs,
  pluralize,
  pluralNoun,
} from './format.ts';
export { KeyHint } from './key-hint.tsx';
export { keyNames } from './key-names.ts';
export { Menu } from './menu.tsx';
export type { MenuEntry, MenuItem, Submenu } from './menu-items.tsx';
export { Pill } from './pill.tsx';
export { NumberField, type NumberFieldProps } from './number-field.tsx';
export { errorAsText, readError, type ErrorParts } from './read-error.ts';
export { fileName, openDownload, saveFile } from './save-file.ts';
export { shortDate } from './short-date.ts';
export { SECONDS_IN, unitOptions, wholeUnit, type TimeUnit } from './time-unit.ts';
export { Select, type SelectOption, type SelectProps } from './select.tsx';
export { Skeleton, SkeletonRows } from './skeleton.tsx';
export { SplitPane, type SidePane, type SplitPaneProps } from './split-pane.tsx';
export { Switch } from './switch.tsx';
export { Tabs, type TabItem } from './tabs.tsx';
export { TextArea, type TextAreaProps } from './text-area.tsx';
export { TextField, type TextFieldProps } from './text-field.tsx';
export { Toolbar, ToolbarSeparator, ToolbarSpace } from './toolbar.tsx';
export { Tooltip } from './tooltip.tsx';
export { useSubmit, type Submit } from './use-submit.ts';
export { useIsNarrow } from './use-is-narrow.ts';
export { useNow } from './use-now.ts';
export { useVisible } from './use-visible.ts';
export { summarise } from './cell-summary.ts';
