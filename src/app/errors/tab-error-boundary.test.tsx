// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { PortError } from '../../contract/index.ts';
import { TabErrorBoundary } from './tab-error-boundary.tsx';

afterEach(cleanup);

it('shows code, message and detail of the error, and remounts on retry', () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  let broken = true;
  function Screen() {
    if (broken) throw new PortError({ code: 'storage', message: 'The disk is full.', detail: 'ENOSPC' });
    return <p>Documents of Shop</p>;
  }
  render(
    <TabErrorBoundary doing="Showing Documents" reloadLabel="Reload tab">
      <Screen />
    </TabErrorBoundary>,
  );
  const alert = screen.getByRole('alert');
  for (const text of ['Showing Documents failed', 'The disk is full.', 'storage', 'ENOSPC'])
    expect(alert.textContent).toContain(text);
  fireEvent.click(screen.getByRole('button', { name: 'Reload tab' }));
  expect(screen.getByRole('alert').textContent).toContain('The disk is full.');
  broken = false;
  fireEvent.click(screen.getByRole('button', { name: 'Reload tab' }));
  expect(screen.getByText('Documents of Shop')).toBeTruthy();
});
