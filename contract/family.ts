/**
 * Resources of the contract's family (`/api/sys…`): its clients post back whole rows and keys of their own, ask for more
 * rows than there are and read plain texts, so these calls ignore what they do not know where ours refuse it (wire.md).
 */
export const isFamily = ({ id }: { id: string }): boolean => /^sys[A-Z]/.test(id);
