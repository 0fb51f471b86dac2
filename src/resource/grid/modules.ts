import {
  CellStyleModule,
  ColumnApiModule,
  ColumnAutoSizeModule,
  EventApiModule,
  InfiniteRowModelModule,
  type Module,
  RowApiModule,
  ScrollApiModule,
} from 'ag-grid-community';

/** What our grids use of the free edition and nothing else: every module is bytes at start-up. */
const modules: Module[] = [
  InfiniteRowModelModule,
  CellStyleModule,
  ColumnApiModule,
  ColumnAutoSizeModule,
  EventApiModule,
  RowApiModule,
  ScrollApiModule,
];

let checking: Promise<void> | undefined;

/** Development adds the module that explains a wrong option; production never carries it. */
export function modulesOf(): Module[] {
  if (import.meta.env.DEV) {
    checking ??= import('ag-grid-community').then(({ ModuleRegistry, ValidationModule }) =>
      ModuleRegistry.registerModules([ValidationModule]),
    );
  }
  return modules;
}
