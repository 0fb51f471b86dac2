/** The calendar that reports are cut by. */
export interface ReportDay {
  /** An IANA name. */
  zone: string;
  /** Today there, yyyy-MM-dd. */
  today: string;
}
