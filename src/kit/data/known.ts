import { outsideOf, type Resource, tenantsOf } from '../../../contract/resource.ts';
import { caller } from './session.ts';

/** A definition as whoever is signed in may know it. */
export function known(resource: Resource): Resource {
  const { merchantId, isTenants } = caller().profile;
  if (merchantId) return outsideOf(resource);
  return isTenants ? tenantsOf(resource) : resource;
}
