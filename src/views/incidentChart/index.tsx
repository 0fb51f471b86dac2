import { defineView } from '../../kit/index.ts';

/** How the measure of an incident went around it. */
export default defineView({
  id: 'incidentChart',
  icon: 'report',
  permission: 'alertIncident:page',
  apart: true,
  load: () => import('./IncidentChart.tsx'),
});
