import { dictItems } from '../../../contract/dicts.ts';
import { OWN_LIMITS, PAPERS, type PaperSize, paperOf } from '../../../contract/print/paper.ts';
import { PRINT_SOURCES, printSource } from '../../../contract/print/sources.ts';
import {
  LETTERS,
  type LocalText,
  type PrintElement,
  type PrintTemplate,
  statesOf,
} from '../../../contract/print/template.ts';
import { Choice, currentLocale, dictLabel, localised, useT } from '../../kit/index.ts';
import type { Pictures } from '../../resource/print/draw.ts';
import { FormLine } from '../../resource/ui/FormLine.tsx';
import { Columns } from './Columns.tsx';
import { onPaper, withElement } from './drawing.ts';
import { NumberLine, TextLine } from './Lines.tsx';
import { PictureChoice } from './PictureChoice.tsx';

interface PropertiesProps {
  template: PrintTemplate;
  chosen: number | undefined;
  pictures: Pictures;
  change: (template: PrintTemplate) => void;
}

/** A text in the language on screen; the others keep theirs. */
const withText = (text: LocalText, value: string): LocalText =>
  typeof text === 'string' ? value : { ...text, [currentLocale()]: value };

interface OfElementProps {
  element: PrintElement;
  template: PrintTemplate;
  pictures: Pictures;
  set: (element: PrintElement) => void;
}

/** What the element shows. */
function Content({ element, template, pictures, set }: OfElementProps) {
  const t = useT('platform');
  if (element.kind === 'text' || element.kind === 'qr') {
    const text = localised(element.text);
    return (
      <TextLine
        label={t('sysPrint.design.text')}
        value={text}
        set={(value) =>
          set(
            element.kind === 'qr'
              ? { ...element, text: value }
              : { ...element, text: withText(element.text, value) },
          )
        }
      />
    );
  }
  if (element.kind === 'table') return <Columns table={element} template={template} set={set} />;
  if (element.kind === 'picture')
    return (
      <PictureChoice
        value={element.picture}
        pictures={pictures}
        set={(picture) => set({ ...element, picture })}
      />
    );
  if (element.kind !== 'field') return null;
  const names = Object.keys(printSource(template.source).fields);
  return (
    <>
      <FormLine label={t('sysPrint.design.value')}>
        {(id) => (
          <Choice
            id={id}
            label={t('sysPrint.design.value')}
            value={element.field}
            options={names.map((name) => ({ value: name, text: t(`sysPrint.names.${name}`) }))}
            set={(field) => set({ ...element, field })}
          />
        )}
      </FormLine>
      <TextLine
        label={t('sysPrint.design.label')}
        value={localised(element.label ?? '')}
        set={(value) => set({ ...element, label: withText(element.label ?? {}, value) })}
      />
    </>
  );
}

function Lettering({ element, set }: Pick<OfElementProps, 'element' | 'set'>) {
  const t = useT('platform');
  if (!('size' in element)) return null;
  return (
    <>
      <NumberLine
        label={t('sysPrint.design.size')}
        value={element.size}
        least={LETTERS.least}
        most={LETTERS.most}
        set={(size) => set({ ...element, size })}
      />
      {element.kind !== 'table' && <Dress element={element} set={set} />}
    </>
  );
}

function Dress({
  element,
  set,
}: {
  element: Extract<PrintElement, { align?: unknown }>;
  set: OfElementProps['set'];
}) {
  const t = useT('platform');
  return (
    <>
      <FormLine label={t('sysPrint.design.align')}>
        {(id) => (
          <Choice
            id={id}
            label={t('sysPrint.design.align')}
            value={element.align ?? 'left'}
            options={(['left', 'center', 'right'] as const).map((value) => ({
              value,
              text: t(`sysPrint.design.aligns.${value}`),
            }))}
            set={(align) => set({ ...element, align: align as 'left' })}
          />
        )}
      </FormLine>
      <label className="sheet-flag">
        <input
          type="checkbox"
          checked={element.bold === true}
          onChange={({ target }) => set({ ...element, bold: target.checked })}
        />
        {t('sysPrint.design.bold')}
      </label>
    </>
  );
}

/** The states that it prints, and what it says of the others; none chosen: all. */
function OnlyForm({ template, change }: Pick<PropertiesProps, 'template' | 'change'>) {
  const t = useT('platform');
  const { only, source } = template;
  const states = statesOf(source);
  if (!states) return null;
  const { field, dict } = states;
  const toggle = (value: string | number) => {
    const isOff = only?.in.some((each) => each === value);
    const next = isOff ? only!.in.filter((each) => each !== value) : [...(only?.in ?? []), value];
    const kept = { field, in: next, otherwise: only?.otherwise ?? t('sysPrint.design.notPrinted') };
    change({ ...template, only: next.length > 0 ? kept : undefined });
  };
  return (
    <>
      <fieldset className="design-states">
        <legend>{t('sysPrint.design.only')}</legend>
        {dictItems(dict).map(({ value }) => (
          <label key={value}>
            <input
              type="checkbox"
              checked={only?.in.some((each) => each === value) === true}
              onChange={() => toggle(value)}
            />
            {dictLabel(dict, value)}
          </label>
        ))}
      </fieldset>
      {only && (
        <TextLine
          label={t('sysPrint.design.otherwise')}
          value={localised(only.otherwise)}
          set={(value) =>
            change({ ...template, only: { ...only, otherwise: withText(only.otherwise, value) } })
          }
        />
      )}
    </>
  );
}

function PaperForm({ template, change }: Pick<PropertiesProps, 'template' | 'change'>) {
  const t = useT('platform');
  const { paper, source } = template;
  return (
    <>
      <FormLine label={t('sysPrint.fields.source')}>
        {(id) => (
          <Choice
            id={id}
            label={t('sysPrint.fields.source')}
            value={source}
            options={PRINT_SOURCES.map((value) => ({ value, text: dictLabel('printSource', value) }))}
            set={(value) =>
              change({
                ...template,
                source: PRINT_SOURCES.find((each) => each === value) ?? source,
                // The states are another print's.
                only: undefined,
              })
            }
          />
        )}
      </FormLine>
      <FormLine label={t('sysPrint.design.paper')}>
        {(id) => (
          <Choice
            id={id}
            label={t('sysPrint.design.paper')}
            value={paper.size}
            options={PAPERS.map((value) => ({ value, text: t(`sysPrint.design.papers.${value}`) }))}
            set={(size) => change({ ...template, paper: onPaper(paper, size as PaperSize) })}
          />
        )}
      </FormLine>
      {paper.size === 'own' && (
        <div className="design-places">
          {(['width', 'height'] as const).map((side) => (
            <NumberLine
              key={side}
              label={t(`sysPrint.design.sides.${side === 'width' ? 'w' : 'h'}`)}
              value={paper[side] ?? paperOf(paper)[side] ?? OWN_LIMITS.least}
              least={OWN_LIMITS.least}
              most={OWN_LIMITS[side]}
              set={(value) => change({ ...template, paper: { ...paper, [side]: value } })}
            />
          ))}
        </div>
      )}
      <label className="sheet-flag">
        <input
          type="checkbox"
          checked={paper.turned === true}
          onChange={({ target }) => change({ ...template, paper: { ...paper, turned: target.checked } })}
        />
        {t('sysPrint.design.turned')}
      </label>
      <OnlyForm template={template} change={change} />
      <p className="pd-muted">{t('sysPrint.design.hint')}</p>
    </>
  );
}

/** What can be said of the chosen element, else of the paper. */
export function Properties({ template, chosen, pictures, change }: PropertiesProps) {
  const t = useT('platform');
  const element = chosen === undefined ? undefined : template.elements[chosen];
  if (element === undefined || chosen === undefined) return <PaperForm template={template} change={change} />;
  const set = (next: PrintElement) => change(withElement(template, chosen, next));
  return (
    <>
      <h2 className="design-head">
        {t('sysPrint.design.element', { n: chosen + 1, kind: t(`sysPrint.design.kinds.${element.kind}`) })}
      </h2>
      <Content element={element} template={template} pictures={pictures} set={set} />
      <div className="design-places">
        {(['x', 'y', 'w', 'h'] as const).map((side) => (
          <NumberLine
            key={side}
            label={t(`sysPrint.design.sides.${side}`)}
            value={element[side]}
            set={(value) => set({ ...element, [side]: value })}
          />
        ))}
      </div>
      <Lettering element={element} set={set} />
    </>
  );
}
