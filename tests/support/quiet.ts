import { afterAll, afterEach, beforeEach } from 'vitest';
import { collectPrintedLines } from './printedLines.ts';

// Every file of tests begins with this one: what a test prints fails it.
const printed = collectPrintedLines();
beforeEach(() => printed.forget());
afterEach(() => printed.refuse());
afterAll(() => printed.stop());
