import { commands } from './commands/registry.ts';

/** Opens the layout that an incident is looked into with. The workspace registers the command. */
export const openIncident = (id: string): Promise<void> => commands.execute('workspace.incident', { id });
