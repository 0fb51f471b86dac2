import type { ICellRendererParams } from 'ag-grid-community';
import type { Row } from '../../../contract/calls.ts';
import { initialsOf, isPicture } from '../../kit/ui/initials.ts';
import { type GridContext, PlainCell, setText } from '../../resource/grid/cells.ts';

/** A person's account behind their picture, or their initials where there is none. */
export class AvatarCell extends PlainCell {
  readonly #mark = document.createElement('span');
  readonly #picture = document.createElement('img');
  readonly #letters = document.createElement('span');
  readonly #text = document.createElement('span');
  constructor() {
    super();
    this.gui.className = 'account-cell';
    this.#mark.className = 'avatar';
    this.#mark.ariaHidden = 'true';
    this.#picture.alt = '';
    this.#picture.addEventListener('error', () => this.#show(false));
    this.#mark.append(this.#picture, this.#letters);
    this.gui.append(this.#mark, this.#text);
  }
  #show(picture: boolean): void {
    this.#picture.hidden = !picture;
    this.#letters.hidden = picture;
  }
  protected draw({ data, value }: ICellRendererParams<Row, unknown, GridContext>): void {
    const isRow = data !== undefined && data.gap !== true;
    this.#mark.hidden = !isRow;
    setText(this.#text, isRow ? String(value ?? '') : '');
    if (!isRow) return;
    const { avatar } = data;
    this.#show(isPicture(avatar));
    if (isPicture(avatar) && this.#picture.getAttribute('src') !== avatar) this.#picture.src = avatar;
    setText(this.#letters, initialsOf(String(data.realName ?? value ?? '')));
  }
}
