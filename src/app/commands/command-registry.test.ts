import { describe, expect, it, vi } from 'vitest';
import type { Command } from '../registry/index.ts';
import { CommandRegistry } from './command-registry.ts';

const command = (id: string, title = id): Command => ({ id, title, group: 'Test', run: () => undefined });
const ids = (commands: readonly Command[]): string[] => commands.map((each) => each.id);

describe('CommandRegistry', () => {
  it('lists the commands of the shell and of the active tab', () => {
    const registry = new CommandRegistry();
    registry.add({ kind: 'shell' }, [command('go')]);
    registry.add({ kind: 'tab', tabId: 'query-1' }, [command('query.run')]);
    registry.add({ kind: 'tab', tabId: 'query-2' }, [command('query.explain')]);
    expect(ids(registry.available('query-1'))).toEqual(['go', 'query.run']);
    expect(ids(registry.available('query-2'))).toEqual(['go', 'query.explain']);
    expect(ids(registry.available(null))).toEqual(['go']);
  });

  it('prefers the tab command over the shell command with the same id', () => {
    const registry = new CommandRegistry();
    registry.add({ kind: 'tab', tabId: 'a' }, [command('refresh', 'Refresh the table')]);
    registry.add({ kind: 'shell' }, [command('refresh', 'Refresh')]);
    expect(registry.available('a').map((each) => each.title)).toEqual(['Refresh the table']);
  });

  it('removes only what was added, and notifies on each change', () => {
    const registry = new CommandRegistry();
    const heard = vi.fn();
    registry.subscribe(heard);
    const takeBack = registry.add({ kind: 'tab', tabId: 'a' }, [command('one')]);
    registry.add({ kind: 'tab', tabId: 'a' }, [command('two')]);
    const before = registry.snapshot();
    expect(registry.snapshot()).toBe(before);
    takeBack();
    takeBack();
    expect(ids(registry.available('a'))).toEqual(['two']);
    expect(heard).toHaveBeenCalled();
  });
});
