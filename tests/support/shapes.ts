import * as z from 'zod';

/** The names that a body or a query is read by; none where it is any record. */
export function shapeOf(schema: unknown): string[] {
  let inner = schema as z.ZodType | undefined;
  while (inner && !(inner instanceof z.ZodObject)) {
    const {
      innerType,
      in: source,
      getter,
    } = inner.def as {
      innerType?: z.ZodType;
      in?: z.ZodType;
      getter?: () => z.ZodType;
    };
    inner = innerType ?? source ?? getter?.();
  }
  return inner ? Object.keys((inner as z.ZodObject).shape) : [];
}
