import { z } from 'zod';

/** A bucket where files may be kept; from the environment alone, since a form could name any host. */
export interface S3Place {
  endpoint: string | undefined;
  region: string;
  bucket: string;
  accessKey: string;
  secretKey: string;
  /** The bucket is the first part of the path, not of the host. */
  pathStyle: boolean;
}

/** Variables of the environment. */
export const S3_SHAPE = {
  S3_ENDPOINT: z
    .string()
    .regex(/^https?:\/\/[^\s/?#@]+\/?$/, 'S3_ENDPOINT must be an origin such as https://s3.example.com')
    .optional(),
  S3_REGION: z
    .string()
    .regex(/^[a-z0-9-]{1,40}$/, 'S3_REGION must be a name such as eu-central-1')
    .optional(),
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'S3_BUCKET must be the name of a bucket')
    .optional(),
  S3_ACCESS_KEY: z.string().optional(),
  S3_SECRET_KEY: z.string().optional(),
  S3_PATH_STYLE: z.enum(['on', 'off'], 'S3_PATH_STYLE must be on or off').optional(),
};

interface Given {
  S3_ENDPOINT?: string | undefined;
  S3_REGION?: string | undefined;
  S3_BUCKET?: string | undefined;
  S3_ACCESS_KEY?: string | undefined;
  S3_SECRET_KEY?: string | undefined;
  S3_PATH_STYLE?: 'on' | 'off' | undefined;
}

const NEEDED = ['S3_BUCKET', 'S3_ACCESS_KEY', 'S3_SECRET_KEY'] as const;

/** What of the bucket is missing, where any of it is given; undefined where all or none is. */
export function s3Missing(given: Given): string | undefined {
  const missing = NEEDED.filter((name) => !given[name]);
  const some = Object.keys(S3_SHAPE).some((name) => given[name as keyof Given] !== undefined);
  return some && missing.length > 0
    ? `${missing.join(', ')} is needed with the other S3 variables`
    : undefined;
}

export function s3Place(given: Given): S3Place | undefined {
  const { S3_BUCKET, S3_ACCESS_KEY, S3_SECRET_KEY } = given;
  if (!S3_BUCKET || !S3_ACCESS_KEY || !S3_SECRET_KEY) return undefined;
  return {
    endpoint: given.S3_ENDPOINT,
    region: given.S3_REGION ?? 'us-east-1',
    bucket: S3_BUCKET,
    accessKey: S3_ACCESS_KEY,
    secretKey: S3_SECRET_KEY,
    pathStyle: given.S3_PATH_STYLE !== 'off',
  };
}
