/** The views of the screen and their labels. */
export const views = ['queries', 'operations', 'traffic', 'logs', 'notifications', 'internals'] as const;
export type ActivityView = (typeof views)[number];

export const viewLabels: Readonly<Record<ActivityView, string>> = {
  queries: 'Running queries',
  operations: 'Operations',
  traffic: 'Requests',
  logs: 'Log',
  notifications: 'Notifications',
  internals: 'Internals',
};
