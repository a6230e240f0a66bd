/** Test files of another project, as Debian packages them. */
export type Corpus = {
  /** How the project calls itself. */
  library: string;
  debianPackage: string;
  /** The files in question, by their path in the package. */
  paths: RegExp;
  /** `binary`: the files are only in the built package. */
  kind?: "binary";
};

/** The releases of Debian that are asked, the first that has the source first. */
export const RELEASES = ["bookworm", "trixie"] as const;

/** One file may have mails, calendars or cards: the content decides. */
export const CORPORA: readonly Corpus[] = [
  { library: "CPython email", debianPackage: "python3.11", paths: /test_email\/data\/.*\.txt$/ },
  {
    library: "enmime",
    debianPackage: "golang-github-jhillyerd-enmime",
    paths: /testdata\/(mail|low-quality|parts)\/.*\.raw$/,
  },
  { library: "MIME-tools", debianPackage: "libmime-tools-perl", paths: /\/test(in|msgs)\/.*\.msg$/ },
  { library: "KMime", debianPackage: "kmime", paths: /autotests\/data\/mails\/.*\.mbox$/ },
  { library: "notmuch", debianPackage: "notmuch", paths: /test\/corpora\/(?!README).*/ },
  { library: "GMime", debianPackage: "gmime", paths: /\/tests\/(.*\.msg|data\/partial\/.*)$/ },
  { library: "libical", debianPackage: "libical3", paths: /\/test-data\/.*\.(ics|vcf)$/ },
  { library: "iCal::Parser", debianPackage: "libical-parser-perl", paths: /\/t\/.*\.ics$/ },
  { library: "Data::ICal", debianPackage: "libdata-ical-perl", paths: /\/t\/.*\.ics$/ },
  {
    library: "golang-ical",
    debianPackage: "golang-github-arran4-golang-ical",
    paths: /\/testdata\/.*\.ics$/,
  },
  {
    library: "icalendar",
    debianPackage: "python3-icalendar",
    paths: /\/tests\/.*\.(ics|vcf)$/,
    kind: "binary",
  },
  { library: "Horde Icalendar", debianPackage: "php-horde-icalendar", paths: /\.(ics|vcs|vcf)$/ },
  { library: "Radicale", debianPackage: "radicale", paths: /\/tests\/static\/.*\.(ics|vcf)$/ },
  {
    library: "Evolution Data Server",
    debianPackage: "evolution-data-server",
    paths: /\/tests\/.*\.(ics|vcf)$/,
  },
  { library: "SyncEvolution", debianPackage: "syncevolution", paths: /\/testcases\/.*\.(ics|vcf)$/ },
  { library: "QtPIM", debianPackage: "qtpim-opensource-src", paths: /\/tests\/.*\.(ics|vcf)$/ },
  { library: "Gammu", debianPackage: "gammu", paths: /\/tests\/(vcards|vcal)\/.*\.(vcf|vcs|ics)$/ },
  { library: "ez-vcard", debianPackage: "ez-vcard", paths: /\.vcf$/ },
  { library: "KContacts", debianPackage: "kcontacts", paths: /autotests\/data\/.*\.vcf$/ },
  { library: "Text::vCard", debianPackage: "libtext-vcard-perl", paths: /\/t\/.*\.vcf$/ },
  { library: "sabre/vobject", debianPackage: "php-sabre-vobject", paths: /\.(ics|vcf)$/ },
];
