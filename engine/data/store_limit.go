package data

import (
	"fmt"
	"sync"
	"sync/atomic"

	"github.com/hieralint/hieralint/engine/source"
)

// The limits of all files of a store together, for each byte of its maximum size of a file. The
// same file may have any number of names, so a small repository can be a very large tree.
const (
	filesPerFile = 8    // bytes: 256 MiB, unless files may be larger than usual
	bytesPerNode = 96   // bytes of that for each key, value, and token: 2.8 million
	bytesPerKey  = 2048 // bytes of that for each top-level key, and each different one: 131,072
	bytesPerDoc  = 2048 // bytes of that for each data file: 131,072
	// costly is how many of these a token counts as, and a key or value of HOCON, which take more time.
	costly = 3
	// namesPerDoc is the number of different top-level keys for each file that large trees may have.
	namesPerDoc = 10
	// freeNodes is the number of keys, values, and tokens of each file that are not counted, so
	// that a tree may have many small files.
	freeNodes = 100
)

// largeFile is the size in bytes from which files are parsed one after the other: what they contain
// is only charged for once they are in memory.
const largeFile = 1 << 20

// totals is what the files of a store take together.
type totals struct {
	bytes, nodes, keys, docs atomic.Int64
	exceeded                 atomic.Pointer[TreeTooLargeError]
	large                    sync.Mutex // see largeFile
}

// TreeTooLargeError reports that the files of a tree exceed a limit together.
type TreeTooLargeError struct{ what string }

func (e *TreeTooLargeError) Error() string {
	return e.what + "; hieralint reads more if the setting `" + source.MaxFileSizeSetting + "` is larger"
}

// Err returns an error if the files of the store together exceed a limit, and nil otherwise. The
// store then reads no further files; which ones it has read may differ between runs.
func (s *Store) Err() error {
	if e := s.totals.exceeded.Load(); e != nil {
		return e
	}
	return nil
}

// Held returns the number of keys, values, and tokens in the documents that the store holds. A small
// document counts as one of 100.
func (s *Store) Held() int { return int(s.totals.nodes.Load() + freeNodes*s.totals.docs.Load()) }

// maxTotal returns the maximum size of all files together.
func (s *Store) maxTotal() int64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.maxSize == 0 {
		return filesPerFile * source.DefaultMaxFileSize
	}
	return filesPerFile * s.maxSize
}

// chargeFile charges for a file before it is read.
func (s *Store) chargeFile(bytes int64) error {
	if limit := s.maxTotal(); s.totals.bytes.Add(bytes) > limit {
		s.totals.exceeded.CompareAndSwap(nil, &TreeTooLargeError{fmt.Sprintf("the files of the tree are larger than %d MiB together", limit>>20)})
	}
	return s.Err()
}

// chargeDocument charges for a document that has been parsed.
func (s *Store) chargeDocument(d *Document) {
	s.totals.add(d)
	most := s.maxTotal()
	for _, of := range []struct {
		sum   *atomic.Int64
		limit int64
		what  string
	}{
		{&s.totals.nodes, most / bytesPerNode, "keys, values, and interpolation tokens"},
		{&s.totals.keys, most / bytesPerKey, "keys at their top level"},
	} {
		if of.sum.Load() > of.limit {
			s.totals.exceeded.CompareAndSwap(nil, &TreeTooLargeError{fmt.Sprintf("the data files of the tree have more than %d %s together", of.limit, of.what)})
		}
	}
	if limit := most / bytesPerDoc; s.totals.docs.Load() > limit {
		s.totals.exceeded.CompareAndSwap(nil, &TreeTooLargeError{fmt.Sprintf("the tree has more than %d data files", limit)})
	}
}

// LimitNames returns an error if there are more than the permitted number of different keys at the top level of all data files,
// n, or if the files exceed another limit. Files may repeat the keys of others: the first keys of each file do not count
// towards the limit of keys.
func (s *Store) LimitNames(n int) error {
	if limit := max(s.maxTotal()/bytesPerKey, namesPerDoc*s.totals.docs.Load()); int64(n) > limit {
		s.totals.exceeded.CompareAndSwap(nil, &TreeTooLargeError{fmt.Sprintf("the data files of the tree have more than %d different keys at their top level", limit)})
	}
	return s.Err()
}

// add adds what a document takes.
func (t *totals) add(d *Document) {
	t.docs.Add(1)
	nodes := d.nodes
	if d.Format == HOCON {
		nodes *= costly
	}
	t.nodes.Add(int64(max(nodes+costly*d.tokens-freeNodes, 0)))
	if d.Value != nil {
		t.keys.Add(int64(max(len(d.Value.Entries())-freeNodes, 0)))
	}
}

// chargeKept charges for what a store took over from another one.
func (s *Store) chargeKept(from *Store) {
	for _, f := range s.files {
		if f.done.Load() && f.err == nil {
			s.totals.bytes.Add(int64(len(f.file.Text)))
		}
	}
	for _, d := range s.docs {
		if d.done.Load() && d.err == nil {
			s.totals.add(d.doc)
		}
	}
	s.totals.exceeded.Store(from.totals.exceeded.Load())
}
