/** Where `/` leads. */
export const HOME = '/dashboard/home';
