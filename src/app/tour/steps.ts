interface Stop {
  id: string;
  target: string;
  placement?: 'rightTop';
}

/** The stops of the tour and what each is about on screen; one that a person does not have is left out. */
export const STOPS: readonly Stop[] = [
  // As tall as the window: below it there is no room.
  { id: 'menu', target: '.sidemenu', placement: 'rightTop' },
  { id: 'panels', target: '.flexlayout__tabset_tabbar_outer' },
  { id: 'list', target: '[data-view] .view-bar' },
  { id: 'rows', target: '[data-view] .ag-root' },
  { id: 'links', target: '.ws-dot-button' },
  { id: 'search', target: '.topbar-search' },
  { id: 'keys', target: '.status-keys' },
  { id: 'layouts', target: '.ws-switcher' },
  { id: 'bell', target: '.bell' },
];

/** The first of its kind that can be seen. */
export const targetOf = (selector: string): HTMLElement | undefined =>
  [...document.querySelectorAll<HTMLElement>(selector)].find((element) => element.checkVisibility());
