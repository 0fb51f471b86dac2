import { expect, it } from 'vitest';
import { enterMenu, leaveMenu } from './menuFocus.ts';

it('Esc gives the keyboard back to where the menu’s key took it from', () => {
  document.body.innerHTML = `<button id="row"></button><nav class="sidemenu"><button id="home"></button></nav>`;
  const row = document.getElementById('row')!;
  row.focus();
  enterMenu();
  expect(document.activeElement?.id).toBe('home');
  leaveMenu();
  expect(document.activeElement).toBe(row);
  enterMenu();
  row.remove();
  leaveMenu();
  expect(document.activeElement?.id).toBe('home');
});
