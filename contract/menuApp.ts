/** The user setting that keeps whose part of the menu a person has chosen to see: the id of an application. */
export const MENU_APP = 'menuApp';
