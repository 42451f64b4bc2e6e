import { describe, expect, it } from 'vitest';
import type { Tab } from './saved-workspace.ts';
import { belongsTo, hasSeveralTargets, lastUsedTab, targetName } from './tab-set.ts';

const tab = (id: string, screen: string, connectionId: string, database: string | null): Tab => ({
  id,
  screen,
  connectionId,
  database,
  params: {},
});
const scopes = { documents: 'database', dashboard: 'connection', connections: 'app' } as const;
const scopeOf = (screen: string) => scopes[screen as keyof typeof scopes];
const shop = { connectionId: 'sandbox', database: 'Shop' };

const orders = tab('documents-1', 'documents', 'sandbox', 'Shop');
const other = tab('documents-2', 'documents', 'sandbox', 'Other');
const live = tab('documents-3', 'documents', 'live', 'Shop');
const dashboard = tab('dashboard-1', 'dashboard', 'sandbox', null);
const connections = tab('connections-1', 'connections', 'live', null);

describe('the tabs of a database', () => {
  it('are its own, those of its connection, and those of no server', () => {
    const all = [orders, other, live, dashboard, connections];
    expect(all.filter((each) => belongsTo(each, shop, scopeOf))).toEqual([orders, dashboard, connections]);
  });

  it('are ambiguous with a second database or connection', () => {
    expect(hasSeveralTargets([orders, dashboard, connections], scopeOf)).toBe(false);
    expect(hasSeveralTargets([orders, other], scopeOf)).toBe(true);
    expect(hasSeveralTargets([orders, live], scopeOf)).toBe(true);
  });

  it('are named by connection and database', () => {
    expect(targetName('Staging', 'Shop')).toBe('Staging / Shop');
    expect(targetName('Staging', null)).toBe('Staging');
  });

  it('return to the one used last', () => {
    const second = tab('documents-4', 'documents', 'sandbox', 'Shop');
    expect(lastUsedTab([orders, other, second], ['documents-2', 'documents-1'], shop)).toBe(orders);
    expect(lastUsedTab([orders, second], [], shop)).toBe(second);
    expect(lastUsedTab([other], ['documents-2'], shop)).toBeUndefined();
  });
});
