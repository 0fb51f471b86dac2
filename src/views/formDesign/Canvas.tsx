import { useDraggable, useDroppable } from '@dnd-kit/react';
import { Form } from 'antd';
import type { KeyboardEvent } from 'react';
import { textIn } from '../../../contract/forms/fields.ts';
import { DRAWN_KINDS, type DrawnField, type DrawnKind, fieldsOf } from '../../../contract/forms/form.ts';
import type { FormFault } from '../../../contract/forms/faults.ts';
import { currentLocale, useT } from '../../kit/index.ts';
import { DrawnInput } from '../../resource/form/drawn/DrawnParts.tsx';
import { FORM_LOOK } from '../../resource/form/look.ts';
import { step } from './draft.ts';
import type { Drawing } from './useDrawing.ts';

/** One kind of input, to be dragged into the form or put there by Enter. */
function PaletteEntry({ kind, add }: { kind: DrawnKind; add: (kind: DrawnKind) => void }) {
  const t = useT('develop');
  const { ref, isDragging } = useDraggable({ id: `new:${kind}` });
  return (
    <button
      ref={ref}
      type="button"
      className="forms-entry"
      data-dragging={isDragging || undefined}
      title={t(`formDesign.about.${kind}`)}
      onClick={() => add(kind)}
    >
      <b>{t(`formDesign.kinds.${kind}`)}</b>
      <span className="pd-muted">{t(`formDesign.about.${kind}`)}</span>
    </button>
  );
}

export function Palette({ add }: { add: (kind: DrawnKind) => void }) {
  const t = useT('develop');
  return (
    <section className="forms-palette" aria-label={t('formDesign.palette')}>
      <h3 className="side-part">{t('formDesign.palette')}</h3>
      {DRAWN_KINDS.map((kind) => (
        <PaletteEntry key={kind} kind={kind} add={add} />
      ))}
    </section>
  );
}

interface BoxProps {
  drawn: DrawnField;
  columns: number;
  drawing: Drawing;
  isWrong: boolean;
  disabled: boolean;
}

/** A field in the form, as it will look; a click or the arrows choose it. */
function Box({ drawn, columns, drawing, isWrong, disabled }: BoxProps) {
  const { key } = drawn;
  const { ref: drag, isDragging } = useDraggable({ id: `field:${key}`, disabled });
  const { ref: drop, isDropTarget } = useDroppable({ id: `field:${key}`, disabled });
  const { chosen, choose } = drawing;
  const isChosen = chosen !== undefined && 'key' in chosen && chosen.key === key;
  return (
    <div
      ref={(element) => {
        drag(element);
        drop(element);
      }}
      role="button"
      aria-current={isChosen}
      tabIndex={isChosen ? 0 : -1}
      className={`forms-box ${drawn.width >= columns ? 'form-wide' : `drawn-width-${drawn.width}`}`}
      data-key={key}
      data-dragging={isDragging || undefined}
      data-target={isDropTarget || undefined}
      data-wrong={isWrong || undefined}
      onFocus={() => isChosen || choose({ key })}
    >
      <div inert>
        <DrawnInput drawn={drawn} columns={1} />
      </div>
      <code className="pd-mono pd-muted">{key}</code>
    </div>
  );
}

/** Where a field that is dropped becomes the last of its section. */
function End({ section, isEmpty }: { section: number; isEmpty: boolean }) {
  const t = useT('develop');
  const { ref, isDropTarget } = useDroppable({ id: `section:${section}` });
  return (
    <div ref={ref} className="forms-end" data-target={isDropTarget || undefined}>
      {isEmpty && t('formDesign.dropHere')}
    </div>
  );
}

interface CanvasProps {
  drawing: Drawing;
  faults: readonly FormFault[];
  disabled: boolean;
}

/** The field next to another one in the order of the form. */
function nextTo({ form, chosen }: Drawing, by: number): string | undefined {
  const keys = fieldsOf(form).map(({ key }) => key);
  const at = chosen && 'key' in chosen ? keys.indexOf(chosen.key) : -1;
  return keys[Math.min(keys.length - 1, Math.max(0, at + by))];
}

const BACK = new Set(['ArrowUp', 'ArrowLeft']);
const ON = new Set(['ArrowDown', 'ArrowRight']);

/** The form as it is drawn: arrows choose a field, Alt and arrows move it. */
export function Canvas({ drawing, faults, disabled }: CanvasProps) {
  const t = useT('develop');
  const language = currentLocale();
  const { form, chosen, choose, draw } = drawing;
  const focus = (root: HTMLElement, key: string): void => {
    choose({ key });
    requestAnimationFrame(() => root.querySelector<HTMLElement>(`[data-key="${key}"]`)?.focus());
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const by = BACK.has(event.key) ? -1 : ON.has(event.key) ? 1 : 0;
    if (by === 0 || !(event.target as Element).closest('.forms-box')) return;
    event.preventDefault();
    event.stopPropagation();
    const root = event.currentTarget;
    if (!event.altKey) {
      const key = nextTo(drawing, by);
      if (key) focus(root, key);
    } else if (!disabled && chosen && 'key' in chosen) {
      draw(step(form, chosen.key, by), { tag: `move ${chosen.key}` });
      focus(root, chosen.key);
    }
  };
  return (
    <Form {...FORM_LOOK} labelCol={{}} layout="vertical" className="forms-canvas dock-form" component="div">
      <div role="group" aria-label={t('formDesign.canvas')} onKeyDown={onKeyDown} className="forms-sheet">
        {form.sections.map((section, at) => (
          <section
            // biome-ignore lint/suspicious/noArrayIndexKey: a section is known by its place alone
            // oxlint-disable-next-line react/no-array-index-key
            key={at}
            className="drawn-section forms-section"
            data-chosen={(chosen && 'section' in chosen && chosen.section === at) || undefined}
          >
            <button
              type="button"
              className="forms-title line-button"
              aria-pressed={chosen !== undefined && 'section' in chosen && chosen.section === at}
              onClick={() => choose({ section: at })}
            >
              <b>{textIn(section.title, language) || t('formDesign.section', { n: at + 1 })}</b>
              <span className="pd-muted pd-number">
                {t('formDesign.columns', { count: section.columns })}
              </span>
            </button>
            <div className="form-part drawn-part" data-columns={section.columns}>
              {section.fields.map((drawn) => (
                <Box
                  key={drawn.key}
                  drawn={drawn}
                  columns={section.columns}
                  drawing={drawing}
                  isWrong={faults.some((fault) => fault.at === drawn.key)}
                  disabled={disabled}
                />
              ))}
            </div>
            <End section={at} isEmpty={section.fields.length === 0} />
          </section>
        ))}
      </div>
    </Form>
  );
}
