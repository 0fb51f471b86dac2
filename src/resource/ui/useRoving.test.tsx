// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useRef } from 'react';
import { afterEach, expect, test } from 'vitest';
import { useRoving } from './useRoving.ts';

function Bar({ folded = false, names = ['Status', 'Channel', 'Clear'] }) {
  const line = useRef<HTMLDivElement>(null);
  useRoving(line);
  return (
    <div ref={line}>
      <span inert={folded}>
        <button type="button">{names[0]}</button>
      </span>
      <input aria-label="number" />
      {names.slice(1).map((name) => (
        <button key={name} type="button">
          {name}
        </button>
      ))}
      <div popover="auto">
        <button type="button">inside</button>
      </div>
    </div>
  );
}
afterEach(cleanup);
const named = (name: string) => screen.getByText(name);
const stops = () => ['Status', 'Channel', 'Clear'].filter((name) => screen.queryByText(name)?.tabIndex === 0);
const key = (name: string, pressed: string) => fireEvent.keyDown(named(name), { key: pressed });

test('a line of buttons is one stop, and the arrows go round in it', () => {
  render(<Bar />);
  expect(stops()).toEqual(['Status']);
  named('Status').focus();
  key('Status', 'ArrowRight');
  expect(document.activeElement).toBe(named('Channel'));
  expect(stops()).toEqual(['Channel']);
  key('Channel', 'End');
  key('Clear', 'ArrowRight');
  expect(document.activeElement).toBe(named('Status'));
  key('Status', 'ArrowLeft');
  expect(stops()).toEqual(['Clear']);
});

test('text boxes and what a button opens keep their own keys', () => {
  render(<Bar />);
  const box = screen.getByLabelText('number');
  expect(box.tabIndex).toBe(0);
  box.focus();
  expect(fireEvent.keyDown(box, { key: 'ArrowRight' })).toBe(true);
  expect(document.activeElement).toBe(box);
  expect(named('inside').tabIndex).toBe(0);
});

test('there is a stop whatever is folded away or gone', () => {
  const { rerender } = render(<Bar />);
  named('Clear').focus();
  rerender(<Bar names={['Status', 'Channel']} />);
  expect(stops()).toEqual(['Status']);
  rerender(<Bar folded names={['Status', 'Channel']} />);
  expect(stops()).toContain('Channel');
});
