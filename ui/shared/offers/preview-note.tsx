/** Says that a page of offers is not as readers see it. */
export function PreviewNote() {
  return (
    <div className="wrap">
      <p className="draft" role="note">
        <strong>Preview.</strong> Readers do not see this page as it is here. Nothing on it is counted.
      </p>
    </div>
  );
}
