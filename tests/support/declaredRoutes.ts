import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { FastifyInstance, RouteOptions } from 'fastify';

/** Every route that a server declares while it is built, by whomever. */
export async function declaredRoutes<T>(build: () => Promise<T>): Promise<[T, RouteOptions[]]> {
  const declared: RouteOptions[] = [];
  const watch = (message: unknown): void => {
    const { fastify } = message as { fastify: FastifyInstance };
    fastify.addHook('onRoute', (options) => void declared.push(options));
  };
  subscribe('fastify.initialization', watch);
  try {
    return [await build(), declared];
  } finally {
    unsubscribe('fastify.initialization', watch);
  }
}
