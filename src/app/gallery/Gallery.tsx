import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { ConfigProvider } from 'antd';
import { type CSSProperties, Suspense, useEffect, useId, useState } from 'react';
import { loadAllTexts } from '../../kit/i18n/i18n.ts';
import { FieldInput } from '../../kit/inputs/FieldInput.tsx';
import { preferences } from '../../kit/preferences.ts';
import { antdTheme } from '../../kit/ui/antdTheme.ts';
import { PartBoundary } from '../../kit/ui/PartBoundary.tsx';
import { type Mode, type Size, cssVariables, makeTokens } from '../../kit/ui/tokens.ts';
import { COMPONENT_SAMPLES } from './componentSamples.tsx';
import { INPUT_SAMPLES, type InputSample } from './inputSamples.ts';
import './gallery.css';

const MODES: readonly Mode[] = ['dark', 'light'];
const SIZES: readonly Size[] = ['small', 'default', 'large'];
// Nobody is signed in, so the rows to pick from are here already.
const client = new QueryClient();
client.setQueryData(
  ['options', 'merchant', ''],
  [
    { value: '1', label: 'Orbit Travel' },
    { value: '2', label: 'Kaveri Games' },
  ],
);

const SAMPLES = Object.values(INPUT_SAMPLES).flat();

/** An input as it is, refused and disabled. */
function InputRow({ name, field, value: start, render }: InputSample) {
  const id = useId();
  const [value, setValue] = useState(start);
  const given = { field, value, render, label: name, choiceText: (choice: string) => choice };
  const values = { currency: 'INR' };
  return (
    <div className="gallery-input">
      <label htmlFor={id}>{name}</label>
      <FieldInput {...given} id={id} values={values} onChange={setValue} />
      <FieldInput {...given} id={`${id}-wrong`} values={values} onChange={setValue} error={`${id}-fault`} />
      <FieldInput {...given} id={`${id}-off`} values={values} disabled />
    </div>
  );
}

function Look({ mode, size }: { mode: Mode; size: Size }) {
  const tokens = makeTokens(mode, size, preferences().primary);
  const look = { ...antdTheme(tokens), cssVar: { key: `gallery-${mode}-${size}` } };
  const style = { ...cssVariables(tokens), colorScheme: mode } as CSSProperties;
  return (
    <ConfigProvider theme={look}>
      <section className="gallery-look" data-theme={mode} data-size={size} style={style}>
        <h2>
          {mode} · {size}
        </h2>
        {SAMPLES.map((sample) => (
          <InputRow key={sample.name} {...sample} />
        ))}
        {Object.entries(COMPONENT_SAMPLES).map(([name, sample]) => (
          <div key={name} className="gallery-component">
            <span className="pd-muted">{name}</span>
            <PartBoundary text={() => name} reload={() => location.reload()}>
              <div>{sample}</div>
            </PartBoundary>
          </div>
        ))}
      </section>
    </ConfigProvider>
  );
}

/** Development alone: every input and component of the kit in both themes and three sizes. */
export function Gallery() {
  const [ready, setReady] = useState(false);
  useEffect(() => void loadAllTexts().then(() => setReady(true)), []);
  if (!ready) return null;
  return (
    <QueryClientProvider client={client}>
      <Suspense fallback={null}>
        <main className="gallery">
          {SIZES.flatMap((size) =>
            MODES.map((mode) => <Look key={`${mode} ${size}`} mode={mode} size={size} />),
          )}
        </main>
      </Suspense>
    </QueryClientProvider>
  );
}
