import { type ComponentType, createContext } from 'react';
import type { InputProps } from '../../kit/inputs/input.ts';

/** Fields of a view's form that have inputs of the view's own, by name. */
export const OwnInputs = createContext<Readonly<Record<string, ComponentType<InputProps>>>>({});
