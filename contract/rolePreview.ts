/** What a person with exactly some roles, in one organisation, would see and may do. */
export interface RolePreview {
  /** Codes of buttons. */
  buttons: string[];
  /** As the menu of that person; directories hold views. */
  menu: PreviewedMenu[];
  /** Rows of each list that the person could open. */
  lists: PreviewedList[];
  /** Whose rows: organisations, merchants and orders of these. */
  reach: {
    /** All organisations, not counted one by one. */
    everything: boolean;
    /** Besides these organisations, what the person claimed or made. */
    self: boolean;
    orgs: number;
    merchants: number;
    orders: number;
  };
}

export interface PreviewedMenu {
  id: string;
  name: string;
  title: string;
  children: PreviewedMenu[];
}

export interface PreviewedList {
  resource: string;
  total: number;
  totalIs: 'exact' | 'estimate' | 'capped';
}
