/** The logo: four bars of a rising waveform, in the accent colour. */
export function Mark() {
  return (
    <svg className="mark" viewBox="0 0 24 24" fill="currentColor" aria-hidden="true">
      <rect x="2" y="14" width="3.5" height="6" rx="1.75" />
      <rect x="7.5" y="10.5" width="3.5" height="9.5" rx="1.75" />
      <rect x="13" y="7" width="3.5" height="13" rx="1.75" />
      <rect x="18.5" y="3" width="3.5" height="17" rx="1.75" />
    </svg>
  );
}
