import { Input } from 'antd';
import { currentLocale, localised } from '../../kit/index.ts';

interface LocalisedInputProps {
  id?: string;
  /** A map of languages as JSON, or plain text for all of them. */
  text: string;
  onChange: (text: string) => void;
}

/** The text with what the language on screen says replaced; plain text stays plain. */
export function withText(map: string, locale: string, text: string): string {
  if (!map.startsWith('{')) return text;
  try {
    return JSON.stringify({ ...(JSON.parse(map) as Record<string, string>), [locale]: text });
  } catch {
    return text;
  }
}

/** A name kept in several languages: the one on screen is written, the others stay. */
export function LocalisedInput({ id, text, onChange }: LocalisedInputProps) {
  const locale = currentLocale();
  return (
    <Input
      {...(id && { id })}
      {...(text.startsWith('{') && { suffix: <span className="pd-muted">{locale}</span> })}
      value={localised(text)}
      onChange={(event) => onChange(withText(text, locale, event.target.value))}
    />
  );
}
