// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { HugeText } from './huge-text.tsx';

afterEach(cleanup);

describe('HugeText', () => {
  it('shows a text in parts, and offers the editor', () => {
    const onOpenAnyway = vi.fn();
    render(
      <HugeText
        text={'a'.repeat(50_000) + 'b'.repeat(10)}
        label="Document big/1"
        onOpenAnyway={onOpenAnyway}
      />,
    );
    const shown = () => screen.getByRole('textbox').textContent;
    expect(shown()).toBe('a'.repeat(50_000));
    expect(screen.getByRole('button', { name: 'Previous' })).toHaveProperty('disabled', true);
    fireEvent.click(screen.getByRole('button', { name: 'Next' }));
    expect(shown()).toBe('b'.repeat(10));
    expect(screen.getByRole('button', { name: 'Next' })).toHaveProperty('disabled', true);
    fireEvent.click(screen.getByRole('button', { name: /anyway/ }));
    expect(onOpenAnyway).toHaveBeenCalledOnce();
  });
});
